import sql, { empty, type Sql } from 'sql-template-tag'
import type { InputOf, Phrase } from '#model'
import { refusalOf } from '#model'
import { departmentsBelow } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { chargeStandard } from '../../prices/model/charge-standard.ts'
import { bestStandard, describe, STUDENT_FACTS } from '../../prices/server/api.ts'
import { STANDARD } from '../model/bill-line.ts'
import { billRun } from '../model/bill-run.ts'
import type { previewRun } from '../model/run-actions.ts'
import { itemsHandedIn } from './handed-in-items.ts'

export type RunInput = InputOf<typeof previewRun>
/** Students of the run with the standard of each item, as a subselect: `student_id`, `item_id`, `standard_id`, `amount`; without a standard the last two are null. */
export async function plannedLines(db: Db, { xn, itemIds, grades, departmentIds }: RunInput): Promise<Sql> {
  const departments = departmentIds?.length ? (await Promise.all(departmentIds.map(id => departmentsBelow(db, id ?? '')))).flat() : null
  return sql`(select s.id as student_id, i.id as item_id, p.id as standard_id, p.amount from student s cross join charge_item i
      left join lateral (${bestStandard(db, sql`i.id`, sql`${xn}::text`, STUDENT_FACTS)}) p on not p.per_credit
    where s.tenant_id = ${db.me.tenantId} and s.has_record and s.deleted_at is null and i.tenant_id = s.tenant_id and i.id = any(${itemIds}::uuid[])
      ${grades?.length ? sql`and s.grade = any(${grades}::int[])` : empty} ${departments ? sql`and s.department_id = any(${departments}::uuid[])` : empty})`
}
/** Key of a line from the price list: once for each student, item, and year or term. */
export const sourceIdOf = (studentId: Sql, itemId: Sql): Sql => sql`${studentId} || ':' || ${itemId}`
export const sourceSeqOf = ({ xn, xqM }: Pick<RunInput, 'xn' | 'xqM'>): string => (xqM ? `${xn}-${xqM}` : xn)
/** Lines of the plan that have a price and are not charged yet. */
export const openLines = (db: Db, asked: RunInput, planned: Sql): Sql => sql`(select p.* from ${planned} p where p.amount > 0 and not exists (select from bill_line l
  where l.tenant_id = ${db.me.tenantId} and l.source_type = ${STANDARD} and l.source_id = ${sourceIdOf(sql`p.student_id`, sql`p.item_id`)} and l.source_seq = ${sourceSeqOf(asked)} and l.charged > 0))`
export interface Sum {
  digest: string
  payers: number
  count: number
  sum: number
}
/** What is to be issued, in one number that changes with any student, item or amount of it: a select of `Sum`. */
export const sumOf = (
  lines: Sql,
): Sql => sql`select encode(sha256(convert_to(coalesce(string_agg(student_id || item_id::text || amount, ',' order by student_id, item_id), ''), 'UTF8')), 'hex') as digest,
    count(distinct student_id)::int as payers, count(*)::int as count, coalesce(sum(amount), 0)::float8 as sum from ${lines} o`
/** 40-F2, F3: one school year or one term at a time; items of the student's own choice and of other modules are not issued. */
export async function checkAsked(db: Db, { xn, xqM, itemIds }: RunInput): Promise<{ from: string; to: string }> {
  const [year] = await db.query<{ from: string; to: string }>(
    sql`select start_date::text as from, end_date::text as to from school_year where tenant_id = ${db.me.tenantId} and xn = ${xn}`,
  )
  if (!year) throw refusalOf(billRun, 'year', { xn }, 'xn')
  const handedIn = await itemsHandedIn(db)
  for (const item of await db.unscoped(chargeItem).all({ id: itemIds.map(id => id ?? '') })) {
    // published items
    const refuse = (rule: 'term' | 'wholeYear' | 'optional' | 'handedIn') =>
      refusalOf(billRun, rule, { item: item.name }, rule === 'term' || rule === 'wholeYear' ? 'xqM' : 'itemIds')
    if (item.optional) throw refuse('optional')
    if (handedIn.has(item.id)) throw refuse('handedIn')
    if (item.period === 'term' && !xqM) throw refuse('term')
    if (item.period === 'year' && xqM) throw refuse('wholeYear')
  }
  return year
}
/** What standards depend on, in words, by id. */
export async function wordsOf(db: Db, standardIds: ReadonlyArray<string | null>): Promise<ReadonlyMap<string, Phrase>> {
  const standards = await db.unscoped(chargeStandard).all({ id: [...new Set(standardIds.flatMap(id => id ?? []))] }) // published prices
  return new Map(await Promise.all(standards.map(async s => [s.id, await describe(db, s)] as const)))
}
