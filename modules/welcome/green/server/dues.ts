import type { Row } from '#model'
import { moneyText } from '#model/money.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { linesOfPayer, payLinkFor } from '#modules/fee/server/api.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { myDues, payDues } from '../model/application.ts'
import { greenChannel } from '../model/green-channel.ts'

export type Green = Row<typeof greenChannel>
export interface Wanted {
  lineId: string
  defer: number
}
/** What a student owes, by item. */
export async function duesOf(db: Db, studentId: string) {
  const lines = await linesOfPayer(db, studentId)
  return lines.map(({ id, item, charged, reduced, owed, dueDate, state, isOptional, payNow }) => ({
    id,
    item,
    charged: charged - reduced,
    owed,
    dueDate,
    state,
    isVoluntary: isOptional,
    payNow,
  }))
}
export const wantedOf = (lines: ReadonlyArray<{ lineId: string; defer: number } | null>): Wanted[] => lines.flatMap(one => (one ? [{ lineId: one.lineId, defer: one.defer }] : []))
/** 30-WG3: what speaks against deferring these lines: nothing that lacks (30-WG2). */
export async function duesProblems(db: Db, studentId: string, wanted: readonly Wanted[]) {
  const [dues, rows] = [
    new Map((await duesOf(db, studentId)).map(d => [d.id, d])),
    new Map((await db.unscoped(billLine).all({ id: wanted.map(w => w.lineId), studentId })).map(l => [l.id, l])), // of the student whose case it is
  ]
  return wanted.flatMap(({ lineId, defer }, n) => {
    const [due, row] = [dues.get(lineId), rows.get(lineId)]
    if (!due || !row) return [{ key: 'unknownLine', field: 'lines' }]
    const { item } = due
    const isPlanned = (row.deferUntil ?? '') >= today() || (row.instalments ?? []).some(part => part.date >= today())
    return [
      ...(wanted.findIndex(w => w.lineId === lineId) < n ? [{ key: 'twice', values: { item }, field: 'lines' }] : []),
      ...(due.isVoluntary ? [{ key: 'voluntary', values: { item }, field: 'lines' }] : []),
      ...(due.owed <= 0
        ? [{ key: 'settled', values: { item }, field: 'lines' }]
        : defer > due.owed
          ? [{ key: 'over', values: { item, owed: moneyText(due.owed), wanted: moneyText(defer) }, field: 'lines' }]
          : []),
      ...(isPlanned ? [{ key: 'planned', values: { item }, field: 'lines' }] : []),
    ]
  })
}
/** Items of applications beside what was asked, granted and is left. */
export async function itemsOf(db: Db, rows: readonly Green[]) {
  const lines = new Map<string, string>()
  for (const studentId of new Set(rows.map(r => r.studentId))) for (const { id, item } of await linesOfPayer(db, studentId)) lines.set(id, item)
  return ({ lines: of }: Green) =>
    of.flatMap(one => (one ? [{ item: lines.get(one.lineId) ?? '—', defer: one.defer, granted: one.granted ?? null, left: one.left ?? null, closedOn: one.closedOn ?? null }] : []))
}
const mine = handle(myDues, async ({ db, me }) => {
  const studentId = ownStudentId(me)
  const rows = await db.unscoped(greenChannel).all({ studentId, state: 'approved' }) // the caller's own
  const running = rows.filter(r => (r.until ?? '') >= today())
  return {
    lines: (await duesOf(db, studentId)).map(due => due),
    deferred: running.reduce((sum, r) => sum + r.deferred, 0),
    until:
      running
        .map(r => r.until)
        .sort()
        .at(-1) ?? null,
  }
})
const pay = handle(payDues, async ({ db, me }, { lineIds }) => {
  const { path } = await payLinkFor(
    { db, me },
    ownStudentId(me),
    lineIds.flatMap(id => id ?? []),
  )
  return { path }
})
export default [mine, pay]
