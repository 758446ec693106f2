import { schoolTimeText } from '#model/school-time.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { EVAL_MESSAGES } from '../model/messages.ts'
import { type EvalResult, fdyEvalResult, objectionStates } from '../model/result.ts'
import { type EvalScheme, fdyEvalScheme } from '../model/scheme.ts'

const about = {
  bizType: fdyEvalResult.name,
  link: () => '/counsellor/my-evaluation',
  values: async ({ schemeId, noticeUntil }: EvalResult, db: Db) => ({
    name: (await db.unscoped(fdyEvalScheme).one(schemeId)).name, // of the result
    endTime: noticeUntil ? schoolTimeText(noticeUntil) : '',
  }),
}
export const resultTodos = rowTodos(fdyEvalResult, about, {
  answer: {
    text: '{counsellor}对“{name}”的结果有异议，请答复',
    while: r => r.objectionState === 'open',
    link: r => `/counsellor/results?id=${r.id}`,
    message: EVAL_MESSAGES.objected,
  },
})
/** Everybody whose result goes on notice. */
export async function tellResults(db: Db, { name }: EvalScheme, rows: readonly EvalResult[]): Promise<void> {
  const accounts = await accountsOfTeachers(
    db,
    rows.map(r => r.teacherId),
  )
  const same = { ...about, values: ({ noticeUntil }: EvalResult) => ({ name, endTime: noticeUntil ? schoolTimeText(noticeUntil) : '' }) }
  await notifyAbout(
    db,
    EVAL_MESSAGES.result,
    same,
    rows.map(row => ({ row, to: [accounts.get(row.teacherId) ?? []].flat() })),
  )
}
export const nameOf = async (db: Db, { teacherId }: EvalResult): Promise<string> => (await db.cached(teacher)).get(teacherId)?.name ?? ''
export async function tellAnswer(db: Db, row: EvalResult, ruling: 'upheld' | 'dismissed', answer: string): Promise<void> {
  const accounts = await accountsOfTeachers(db, [row.teacherId])
  await notifyAbout(db, EVAL_MESSAGES.answered, about, [
    { row, to: [accounts.get(row.teacherId) ?? []].flat(), more: { outcome: { text: objectionStates.labels[ruling] }, answer } },
  ])
}
