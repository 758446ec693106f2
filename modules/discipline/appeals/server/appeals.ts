import { type Row, refusalOf } from '#model'
import { schoolDate, schoolSecondsText } from '#model/school-time.ts'
import { holdersOfPosition, officersOf } from '#modules/workflow/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { punishment } from '../../cases/model/punishment.ts'
import { caseOf, daysAfter, ownPunishments, partyOf, termsOf, workdaysAfter } from '../../cases/server/api.ts'
import { acceptAppeal, askCorrection, correctAppeal, extendAppeal, myAppeals, refuseAppeal, submitAppeal, withdrawAppeal } from '../model/actions.ts'
import { appeal, OPEN } from '../model/appeal.ts'
import { APPEAL_MESSAGES } from '../model/messages.ts'
import { mustBeCommittee } from './committee.ts'

export type Appeal = Row<typeof appeal>
export const own = ownRows(appeal, 'studentId')
export const wrong = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(appeal, key, values, field)
export const punishmentOf = (db: Db, { punishmentId }: Pick<Appeal, 'punishmentId'>) => db.unscoped(punishment).one(punishmentId) // of the appeal that was found
export const aboutAppeal = {
  bizType: 'appeal',
  link: () => '/discipline/mine',
  async values(row: Appeal, db: Db) {
    return { documentNo: (await punishmentOf(db, row)).documentNo ?? '', due: row.correctDueOn ?? row.dueOn ?? '' }
  },
}
export const appealTodos = rowTodos(appeal, aboutAppeal, {
  answer: { text: '{name}对 {documentNo} 提出申诉，请决定是否受理', while: a => a.state === 'submitted', link: () => '/discipline/appeals', message: APPEAL_MESSAGES.submitted },
  correct: { text: '请在 {due} 前补正申诉材料', while: a => a.state === 'correcting', link: () => '/discipline/mine', message: APPEAL_MESSAGES.correcting },
  conclude: { text: '{name}的申诉请在 {due} 前复查完毕', while: a => a.state === 'reviewing', link: () => '/discipline/appeals' },
  serve: { text: '请送达{name}的申诉复查结论', while: a => a.state === 'concluded', link: () => '/discipline/appeals', message: APPEAL_MESSAGES.serveResult },
})
export async function changeAppeal(db: Db, id: string, patch: Partial<Appeal>): Promise<Appeal> {
  const after = await db.update(appeal, id, patch)
  await appealTodos.follow(db, [after])
  return after
}
/** The office does the next step. */
export const ask = async (db: Db, row: Appeal, step: 'answer' | 'conclude' | 'serve'): Promise<void> =>
  appealTodos.open(db, step, [{ row, who: await partyOf(db, row), to: await officersOf(db) }])
/** 50-PN9: the clock ends at 24:00 of its last day, by the server's time. */
export const isInTime = (at: Date, due: string): boolean => schoolDate(at) <= due

const submit = handle(submitAppeal, async (ctx, { punishmentId, grounds, files }) => {
  const { db } = ctx
  const row = await ownPunishments.lock(ctx, punishmentId)
  const [now, due] = [new Date(), row.appealDueOn]
  if (!due || !row.servedOn || row.servedOn > today()) throw wrong('notServed')
  if (!isInTime(now, due)) throw wrong('late', { due, now: schoolSecondsText(now) })
  const made = await db.insertOrSkip(appeal, { punishmentId, studentId: row.studentId, stage: 'school', grounds, files: files ?? [], submittedAt: now.toISOString() })
  if (!made) throw wrong('once')
  if (files?.length) await attachFiles(db, appeal, made.id, { files })
  await ask(db, made, 'answer')
  return { id: made.id }
})
/** In time but incomplete: it is corrected, never late. */
const correct = handle(correctAppeal, async (ctx, { id, grounds, files }) => {
  const row = await own.lock(ctx, id, 'correct')
  const now = new Date()
  if (row.correctDueOn && !isInTime(now, row.correctDueOn)) throw wrong('correctLate', { due: row.correctDueOn, now: schoolSecondsText(now) })
  const after = await changeAppeal(ctx.db, id, { grounds, files: files ?? row.files, state: 'submitted', missing: null, correctDueOn: null })
  if (files?.length) await attachFiles(ctx.db, appeal, id, { files })
  await ask(ctx.db, after, 'answer')
})
/** The committee's advice to wait holds an execution no longer than its review. */
export async function endSuspension(db: Db, { suspendAdvice, punishmentId }: Appeal): Promise<void> {
  if (suspendAdvice) await db.update(punishment, punishmentId, { isExecutionSuspended: false })
}
const withdraw = handle(withdrawAppeal, async (ctx, { id }) => {
  const row = await own.lock(ctx, id, 'withdraw')
  await changeAppeal(ctx.db, id, { state: 'withdrawn', dueOn: null })
  await endSuspension(ctx.db, row)
})
const accept = handle(acceptAppeal, async ({ db }, { id, members, suspendAdvice }) => {
  const row = await db.visible(appeal).lock(id, 'accept')
  const of = await punishmentOf(db, row)
  const ids = [...new Set(members.flatMap(m => m ?? []))]
  await mustBeCommittee(db, of, ids)
  const terms = await termsOf(db, await caseOf(db, of))
  const dueOn = await daysAfter(db, schoolDate(row.submittedAt), terms.reviewDays, terms.movesOn)
  const after = await changeAppeal(db, id, { state: 'reviewing', acceptedOn: today(), members: ids, dueOn, suspendAdvice: suspendAdvice ?? false })
  if (suspendAdvice) await db.update(punishment, of.id, { isExecutionSuspended: true })
  await ask(db, after, 'conclude')
})
const correction = handle(askCorrection, async ({ db }, { id, missing }) => {
  const row = await db.visible(appeal).lock(id, 'askCorrection')
  const of = await punishmentOf(db, row)
  const correctDueOn = await workdaysAfter(db, today(), (await termsOf(db, await caseOf(db, of))).correctDays)
  const after = await changeAppeal(db, id, { state: 'correcting', missing, correctDueOn })
  await appealTodos.open(db, 'correct', [{ row: after, who: await partyOf(db, after), more: { missing } }])
})
const refuseIt = handle(refuseAppeal, async ({ db }, { id, reason }) => {
  await db.visible(appeal).lock(id, 'refuse')
  const after = await changeAppeal(db, id, { state: 'refused', refusalReason: reason, dueOn: null })
  await notifyAbout(db, APPEAL_MESSAGES.refused, aboutAppeal, [{ row: after, who: await partyOf(db, after), more: { reason } }])
})
const extend = handle(extendAppeal, async ({ db }, { id, approvedBy }) => {
  const row = await db.visible(appeal).lock(id, 'extend')
  if (row.extendedTo) throw wrong('extended', { to: row.extendedTo })
  const due = row.dueOn ?? today()
  if (today() > due) throw wrong('extendLate', { due })
  if (!(await holdersOfPosition(db, 'leader')).includes(approvedBy)) throw wrong('approver', { name: (await accountNamer(db, [approvedBy]))(approvedBy) }, 'approvedBy')
  const terms = await termsOf(db, await caseOf(db, await punishmentOf(db, row)))
  const dueOn = await daysAfter(db, due, terms.reviewExtraDays, terms.movesOn)
  await changeAppeal(db, id, { dueOn, extendedTo: dueOn, extensionApprovedBy: approvedBy })
  return { dueOn }
})
const mine = handle(myAppeals, async (ctx: Ctx) =>
  (await own.all(ctx)).map(({ id, punishmentId, stage, state, submittedAt, missing, correctDueOn, refusalReason, dueOn, conclusion, resultNo, provinceDueOn }) => ({
    ...{ id, punishmentId, stage: stage ?? 'school', state, submittedAt, missing, correctDueOn, refusalReason, dueOn, conclusion, resultNo, provinceDueOn },
  })),
)
export const openAppeals = (db: Db, ids: readonly string[]): Promise<Appeal[]> => db.unscoped(appeal).all({ punishmentId: [...ids], state: [...OPEN] }) // of the punishments given
export default [submit, correct, withdraw, accept, correction, refuseIt, extend, mine, own.files]
