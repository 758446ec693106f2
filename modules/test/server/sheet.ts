import type { Row } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import type { Ctx, Db } from '#server/context.ts'
import { testAnswer, type testAttempt } from '../model/attempt.ts'
import type { Content } from '../model/content.ts'
import type { Item } from '../model/draw.ts'
import { formIn } from '../model/draw.ts'
import { materialIn } from '../model/material.ts'
import { testPaper } from '../model/paper.ts'
import type { Schedule } from './schedules.ts'
import { contentsOf } from './versions.ts'

export type Attempt = Row<typeof testAttempt>
/** A question as a candidate sees it: options by keys that tell nothing, without what is right. */
export const askedOf = ({ s, m, o, r, g }: Item, at: number, { type, stem, options, rights, pictures }: Content, contents: ReadonlyMap<string, Content>) => ({
  ...{ no: at + 1, section: s + 1, type, stem, score: m, pictures: pictures ?? [], material: materialIn(g ? contents.get(g) : undefined) },
  options: o.map(([key, place]) => ({ key, text: options[place] ?? '' })),
  rights: r.map(([key, place]) => ({ key, text: rights[place] ?? '' })),
})
/** What the holder of an attempt gets: its questions, every answer the server has, and the true time. */
export async function sheetOf({ db, me }: Pick<Ctx, 'db' | 'me'>, row: Schedule, attempt: Attempt) {
  const [contents, paper, answers] = await Promise.all([contentsOf(db, [formIn(attempt)]), titlesOf(db, attempt.paperId), answersOf(db, attempt.id)])
  const questions = formIn(attempt).items.flatMap((item, at) => {
    const content = contents.get(item.v)
    return content ? [askedOf(item, at, content, contents)] : []
  })
  return {
    ...{ attemptId: attempt.id, scheduleId: row.id, name: row.name, no: attempt.no, startedAt: attempt.startedAt, deadlineAt: attempt.deadlineAt, now: new Date().toISOString() },
    ...{ extraMinutes: attempt.extraMinutes, extendReason: attempt.extendReason },
    mayHandInAt: new Date(Date.parse(attempt.startedAt) + row.stayMinutes * MINUTE_MS).toISOString(),
    ...{ watch: row.watch ?? [], leaveLimit: row.leaveLimit, mark: `${me.nickName} ${me.accountNo}`.slice(0, 80), sections: paper, questions, answers, isLocked: false },
  }
}
const titlesOf = async (db: Db, id: string): Promise<string[]> => ((await db.unscoped(testPaper).one(id)).sections ?? []).map(section => section.title) // of the caller's own form
const answersOf = async (db: Db, attemptId: string) =>
  (await db.unscoped(testAnswer).all({ attemptId })).map(({ no, seq, answer }) => ({ no, seq, answer })).sort((a, b) => a.no - b.no) // the caller's own
