import { date, type Row, refusalOf, text } from '#model'
import { lastDayOf } from '#modules/campus/model/days.ts'
import { dataset, makeFile } from '#modules/exchange/server/api.ts'
import { isEnded, type StudentStatus } from '#modules/student/model/status.ts'
import { studentNumbers } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, on } from '#server/context.ts'
import type { Rows } from '#server/row-types.ts'
import { CHANGE_KINDS, type ChangeKind, exportChange, loanChange } from '../model/change.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { OPEN_LOANS } from '../model/loan-states.ts'
import { loanRows, who } from './datasets.ts'

type Change = Row<typeof loanChange>
interface Happened {
  studentId: string
  kind: ChangeKind
  happenedOn: string
  sourceId: string
  note?: string
}
/** 40-L8: notes a change of each running loan of a student; the same cause again adds nothing. */
export async function noteChange(db: Db, { studentId, ...change }: Happened): Promise<void> {
  const loans = await db.unscoped(creditLoan).all({ studentId, state: [...OPEN_LOANS] }) // the borrower whom it happened to
  await db.insertMany(
    loanChange,
    loans.map(({ id: loanId }) => ({ loanId, studentId, ...change })),
    { skipExisting: true, history: false },
  )
}
const KIND_OF: Partial<Record<StudentStatus, ChangeKind>> = { suspended: 'suspend', retained: 'retain' }
const kindOf = (from: StudentStatus, to: StudentStatus): ChangeKind | undefined => {
  if (to === 'graduated') return 'graduate'
  if (isEnded(to)) return 'leave'
  return to === 'active' && KIND_OF[from] ? 'resume' : KIND_OF[to]
}
const status = on('student.statusChanged', 'loan.statusChanged', async ({ db }, { studentId, from, to, effectiveDate, changeId, reversed }) => {
  if (typeof studentId !== 'string' || typeof changeId !== 'string') return
  if (reversed === true) return revoke(db, studentId, changeId)
  const kind = kindOf(from as StudentStatus, to as StudentStatus)
  if (kind) await noteChange(db, { studentId, kind, happenedOn: typeof effectiveDate === 'string' ? effectiveDate : today(), sourceId: changeId })
})
/** What was not reported yet is dropped; what the bank knows is taken back by a change of its own. */
async function revoke(db: Db, studentId: string, sourceId: string): Promise<void> {
  const rows = await db.unscoped(loanChange).all({ studentId, sourceId }) // the borrower whom it happened to
  await db.removeWhere(loanChange, { id: rows.filter(r => !r.reportedOn).map(r => r.id) })
  await db.insertMany(
    loanChange,
    rows.flatMap(({ loanId, kind, reportedOn }) => (reportedOn ? [{ loanId, studentId, kind: 'revoke' as const, happenedOn: today(), sourceId, note: CHANGE_KINDS[kind] }] : [])),
    { skipExisting: true, history: false },
  )
}
const enlisted = on('enlistment.stageChanged', 'loan.enlisted', async ({ db }, { studentId, stage, recordId, dates }) => {
  const { noticeDate } = (dates ?? {}) as { noticeDate?: string | null }
  if (typeof studentId === 'string' && stage === 'enlisted')
    await noteChange(db, { studentId, kind: 'enlist', happenedOn: noticeDate ?? today(), sourceId: String(recordId ?? studentId) })
})
const DATASET = 'loanChange'
const fields = { ...who, kind: text('变更', { max: 20 }), happenedOn: date('变更日期'), note: text('说明', { max: 200 }) }
async function rowsOf(db: Db, changes: readonly Change[]) {
  const loans = new Map((await db.unscoped(creditLoan).all({ id: [...new Set(changes.map(c => c.loanId))] })).map(l => [l.id, l])) // of changes in scope
  const rows = new Map((await loanRows({ db }, [...loans.values()], () => ({}))).map(r => [r.id, r]))
  return changes.flatMap(({ id, loanId, kind, happenedOn, note }) => {
    const row = rows.get(loanId)
    return row ? [{ ...row, id, values: { ...row.values, kind: CHANGE_KINDS[kind], happenedOn, note } }] : []
  })
}
/** What happened until the end of a month and is not reported yet. */
const openUntil = (rows: Rows<typeof loanChange>, month: string): Promise<Change[]> =>
  rows.all({ 'reportedOn.isNull': true, 'happenedOn.le': lastDayOf(month) }, { sort: ['happenedOn', 'id'] })
/** File and marks are one transaction, and of two who report at once the second finds the rows marked: a change is reported once. A logged file is made again from its own rows. */
const report = handle(exportChange, async (ctx, { month, profileId, ...choices }) => {
  const { db } = ctx
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw refusalOf(loanChange, 'month', { month }, 'month')
  const found = await openUntil(db.visible(loanChange), month)
  const marked = new Set((await db.updateWhere(loanChange, { id: found.map(c => c.id), reportedOn: null }, { reportedOn: today() })).map(c => c.id))
  const open = found.filter(c => marked.has(c.id))
  if (!open.length) throw refusalOf(loanChange, 'nothing', { month })
  const { blob } = await makeFile(ctx, profileId, { dataset: DATASET, filter: { month }, rows: await rowsOf(db, open), title: `助学贷款变更 ${month}` }, choices)
  return blob
})
export default [
  status,
  enlisted,
  report,
  dataset({
    ...{ code: DATASET, label: '助学贷款变更', of: creditLoan, fields, filter: { month: text('月份', { required: true, max: 7 }) }, isOwned: true },
    delivered: { target: 'loanCentre' },
    rows: async ({ db }, { month }) => rowsOf(db, await openUntil(db.visibleFor(loanChange, 'loan:loanChange:export'), String(month))),
  }),
  ...studentNumbers(loanChange),
]
