import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { aidOf, studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { lastDayOfYear, levelNames, levelNow, levelOrder, setLevels } from '../../levels/server/api.ts'
import { aidRecognition } from '../../recognition/model/recognition.ts'
import { rankOf } from '../../recognition/model/scoring.ts'
import { answerAdjustment, decideAdjustment, endForFalse, proposeLowering } from '../model/actions.ts'
import { ANSWER_DAYS, levelAdjustment } from '../model/adjustment.ts'
import { ADJUSTMENT_MESSAGES } from '../model/messages.ts'

export type Adjustment = Row<typeof levelAdjustment>
export const LINK = '/hardship/adjust'
const about: MessageAbout<Adjustment> = {
  bizType: 'levelAdjustment',
  link: ({ id }) => `${LINK}?id=${id}`,
  async values({ fromLevel, toLevel, kind, answerBy }, db) {
    const nameOf = await levelNames(db)
    return { from: nameOf(fromLevel), to: nameOf(kind === 'exit' || kind === 'falseStatement' ? null : toLevel), until: answerBy ?? '' }
  },
}
export async function tell(db: Db, event: (typeof ADJUSTMENT_MESSAGES)[keyof typeof ADJUSTMENT_MESSAGES], row: Adjustment): Promise<void> {
  const who = (await studentsOf(db, [row.studentId])).get(row.studentId)
  if (who) await notifyAbout(db, event, about, [{ row, who }])
}
const OUTCOMES = { upgrade: 'adjusted', downgrade: 'adjusted', exit: 'exited', falseStatement: 'falseStatement' } as const
/** Lets an adjustment hold from today; the recognition that gave the level before is over. */
export async function takeEffect(db: Db, row: Adjustment, note: string | null = null): Promise<void> {
  const kind = row.kind ?? 'upgrade'
  const [from, now] = [today(), await levelNow(db, row.studentId)]
  const level = kind === 'exit' || kind === 'falseStatement' ? null : row.toLevel
  const to = now?.to ?? (await lastDayOfYear(db, from))
  // the reason may be about an illness: it stays with the adjustment
  await setLevels(db, [{ studentId: row.studentId, level, from, to, cause: 'adjusted', endCause: OUTCOMES[kind], reason: null }])
  await db.updateWhere(aidRecognition, { studentId: row.studentId, state: 'effective' }, { state: level ? 'adjusted' : 'ended' })
  await tell(db, ADJUSTMENT_MESSAGES.levelAdjusted, await db.update(levelAdjustment, row.id, { state: 'effective', decisionNote: note }))
}
/** A level that can be lowered or ended, of a student in the caller's scope, locked. */
async function held(db: Db, studentId: string) {
  const who = await db.visible(student).lock(studentId)
  const now = await levelNow(db, studentId)
  if (!now) throw refusalOf(levelAdjustment, 'noLevel', { name: who.name })
  return { who, now }
}
async function insert(db: Db, name: string, draft: Parameters<typeof db.insert<typeof levelAdjustment>>[1]): Promise<Adjustment> {
  const made = await db.insertOrSkip(levelAdjustment, draft)
  if (!made) throw refusalOf(levelAdjustment, 'open', { name })
  return made
}
const lower = handle(proposeLowering, async ({ db }, { studentId, level, reason }) => {
  const { who, now } = await held(db, studentId)
  const [order, nameOf] = await Promise.all([levelOrder(db), levelNames(db)])
  if (level && rankOf(order, level) <= rankOf(order, now.level)) throw refusalOf(levelAdjustment, 'notLower', { name: who.name, level: nameOf(now.level) }, 'level')
  const answerBy = addDays(today(), ANSWER_DAYS)
  const { departmentId, classId } = who
  const row = await insert(db, who.name, {
    studentId,
    departmentId,
    classId,
    kind: level ? 'downgrade' : 'exit',
    fromLevel: now.level,
    toLevel: level ?? null,
    reason,
    answerBy,
    state: 'noticed',
  })
  await tell(db, ADJUSTMENT_MESSAGES.loweringNoticed, row)
  return { id: row.id, answerBy }
})
const own = ownRows(levelAdjustment, 'studentId')
const answer = handle(answerAdjustment, async (ctx, { id, answer: said }) => {
  const row = await own.lock(ctx, id, 'answer')
  if (today() > (row.answerBy ?? '')) throw refusalOf(levelAdjustment, 'over', { until: row.answerBy })
  await ctx.db.update(levelAdjustment, id, { state: 'answered', answer: said })
})
const decide = handle(decideAdjustment, async ({ db }, { id, isUpheld, note }) => {
  const row = await db.visible(levelAdjustment).lock(id, 'decide')
  const who = (await studentsOf(db, [row.studentId], { lock: true })).get(row.studentId)
  if (row.state === 'noticed' && today() <= (row.answerBy ?? '')) throw refusalOf(levelAdjustment, 'waiting', { name: who?.name ?? '', until: row.answerBy })
  if (isUpheld) return takeEffect(db, row, note ?? null)
  await tell(db, ADJUSTMENT_MESSAGES.loweringDropped, await db.update(levelAdjustment, id, { state: 'rejected', decisionNote: note ?? null }))
})
/** What the student was given in the school year of a day. */
async function paidTo(db: Db, studentId: string, on: string) {
  const last = await lastDayOfYear(db, on)
  const year = Number(last.slice(0, 4))
  const rows = aidOf(db, sql`select ${studentId}::uuid`, `${year - 1}-${year}`)
  return rows
    ? db.query<{ name: string; amount: number; day: string | null }>(sql`select a.name, a.amount::float8 as amount, a.day::text as day from (${rows}) a order by 3, 1`)
    : []
}
const endFalse = handle(endForFalse, async ({ db }, { studentId, reason }) => {
  const { who, now } = await held(db, studentId)
  const { departmentId, classId } = who
  await takeEffect(db, await insert(db, who.name, { studentId, departmentId, classId, kind: 'falseStatement', fromLevel: now.level, toLevel: null, reason, state: 'approved' }))
  return { paid: await paidTo(db, studentId, today()) }
})
export default [lower, answer, decide, endFalse]
