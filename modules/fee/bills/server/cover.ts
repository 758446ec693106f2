import sql from 'sql-template-tag'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { type Db, onMany } from '#server/context.ts'
import { billLine } from '../model/bill-line.ts'
import { lockLines } from './settle.ts'

/** Money that others are going to pay for students: a registered loan, a case of the green channel (40-F15). */
export interface CoverSource extends Registration {
  kind: 'feeCover'
  code: string
  /** What these students have coming for a school year, in fen; absent are those with nothing. */
  covered(db: Db, studentIds: readonly string[], xn: string): Promise<ReadonlyMap<string, number>>
}
export const coverSources = extensionPoint<CoverSource>('feeCover', { id: s => s.code })
export const coverSource = (source: Omit<CoverSource, 'kind'>): CoverSource => coverSources.make(source)

interface Coverable {
  id: string
  studentId: string
  xn: string
  owed: number
  loanPending: number
}
/** Lines of students and school years that a loan may pay, in the order in which it does. */
export const coverable = (db: Db, of: ReadonlyArray<{ studentId: string; xn: string }>): Promise<Coverable[]> =>
  db.query<Coverable>(sql`select l.id, l.student_id as "studentId", l.xn, l.owed::float8 as owed, l.loan_pending::float8 as "loanPending" from bill_line l
    join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id and i.loan_coverable
    where l.tenant_id = ${db.me.tenantId} and l.closed_at is null
      and (l.student_id, l.xn) in (select x."studentId", x.xn from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) x("studentId" uuid, xn text)) order by i.priority, l.due_date, l.id`)
/**
 * 40-F15: what is covered is deferred without an application. Called by the module whose cases change, in its transaction, and for new lines. What nothing covers any more is owed
 * again.
 */
export async function followCover(db: Db, studentIds: readonly string[], xn: string): Promise<void> {
  const sources = db.registered(coverSources)
  if (!sources.length || !studentIds.length) return
  const of = studentIds.map(studentId => ({ studentId, xn }))
  await db.tx(async tx => {
    await lockLines(
      tx,
      (await coverable(tx, of)).map(l => l.id),
    )
    const rest = new Map<string, number>()
    for (const source of sources) for (const [id, amount] of await source.covered(tx, studentIds, xn)) rest.set(id, (rest.get(id) ?? 0) + amount)
    const patches = (await coverable(tx, of)).flatMap(({ id, studentId, owed, loanPending }) => {
      const takes = Math.min(owed, rest.get(studentId) ?? 0)
      rest.set(studentId, (rest.get(studentId) ?? 0) - takes)
      return takes === loanPending ? [] : [{ id, loanPending: takes, studentId }]
    })
    if (!patches.length) return
    await tx.updateMany(
      billLine,
      patches.map(({ id, loanPending }) => ({ id, loanPending })),
    )
    const changed = Map.groupBy(patches, p => p.studentId)
    await tx.emitMany(
      'fee.deferralChanged',
      [...changed].map(([studentId, of]) => ({ studentId, lineIds: of.map(p => p.id), until: null })),
    )
  })
}
/** New bills are covered by what was registered before them. */
export default onMany('fee.billIssued', 'fee.coverBills', async ({ db }, payloads) => {
  const lineIds = payloads.flatMap(p => p.lineIds as string[])
  const years = await db.query<{ xn: string; studentIds: string[] }>(sql`select xn, array_agg(distinct student_id) as "studentIds" from bill_line
    where tenant_id = ${db.me.tenantId} and id = any(${lineIds}::uuid[]) and student_id is not null group by 1`)
  for (const { xn, studentIds } of years) await followCover(db, studentIds, xn)
})
