import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { type Entity, snake } from '#model'
import { schoolTimeSql } from '../data/school-time-sql.ts'
import type { Stage } from './rules.ts'

interface Spans {
  of: Entity
  /** Field of what can be in one span at a time only: the student. */
  by: string
  /** Fields of the span. */
  from: string
  to: string
  /** Condition on `o`: a row that is there and holds its span. */
  held: Sql
  /** Further values of the refusal, of `o`: `, 'place', o.place`. */
  also?: Sql
}
/** Faults of imported rows that hold a span of time: `order` where it ends before it begins, `overlap` with a row that is there or another line of the sheet. */
export function spanFaults({ rows, tenantId }: Stage, { of, by, from, to, held, also = empty }: Spans): Sql[] {
  const [start, end, who] = [raw(snake(from)), raw(snake(to)), raw(snake(by))]
  const values = (alias: Sql, more: Sql): Sql =>
    sql`jsonb_build_object('from', ${schoolTimeSql(sql`${alias}.${start}`)}, 'to', ${schoolTimeSql(sql`${alias}.${end}`)}${more}) as values`
  const meets = sql`o.${who} = s.${who} and o.id <> s.id and s.${end} > s.${start} and o.${start} < s.${end} and o.${end} > s.${start}`
  const overlap = sql`select s._row as row, ${from}::text as field, 'overlap' as rule, ${values(sql`o`, also)} from ${rows} s`
  return [
    sql`select s._row as row, ${to}::text as field, 'order' as rule, ${values(sql`s`, empty)} from ${rows} s where s.${end} <= s.${start}`,
    sql`${overlap} join ${raw(of.table)} o on o.tenant_id = ${tenantId} and ${meets} and ${held} where not exists (select 1 from ${rows} x where x.id = o.id)`,
    sql`${overlap} join ${rows} o on ${meets} and o._row < s._row`,
  ]
}
