import sql from 'sql-template-tag'
import type { InputOf, OutputOf } from '#model'
import { MERGED } from '#model/small-groups.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { mayReadRows, minCell } from '#server/statistics/grouped.ts'
import { classHistory } from '../model/history.ts'
import { type Dimension, GUARDED_DIMENSIONS, statistics } from '../model/statistics.ts'
import { WITH_RECORD } from '../model/status.ts'
import { keyOf, type Names, namesOf } from './dimensions.ts'
import { type Cell, type Counted, hideSmall, mergeSmall } from './small-cells.ts'

type Answer = OutputOf<typeof statistics>
type Line = Answer['rows'][number]

/** Students enrolled and at school on a day, by one or two dimensions. */
export async function crossed(ctx: Ctx, { asOf, rows, columns, departmentId }: InputOf<typeof statistics>): Promise<Answer> {
  const across = columns ?? null
  const counted = await count(ctx.db, asOf, rows, across, departmentId ?? null)
  const guarded = !mayReadRows(ctx, 'student:student:list') && [rows, across].some(d => d && GUARDED_DIMENSIONS.includes(d))
  const cells = guarded ? await guard(ctx, counted, rows, across) : counted
  const merged = cells as readonly Counted[]
  const [rowNames, columnNames] = await Promise.all([namesOf(ctx.db, rows), across ? namesOf(ctx.db, across) : undefined])
  const shown = guarded ? hideSmall(merged, await minCell(ctx)) : merged
  return {
    asOf,
    rows: lines(merged, shown, 'row', rowNames),
    columns: columnNames ? lines(merged, shown, 'column', columnNames) : [],
    cells: across ? shown.map(c => ({ ...c })) : [],
    total: { enrolled: sum(counted, 'enrolled'), atSchool: sum(counted, 'atSchool') },
    corrections: await corrections(ctx.db, asOf),
  }
}
export default handle(statistics, crossed)

async function guard(ctx: Ctx, counted: readonly Counted[], rows: Dimension, columns: Dimension | null): Promise<Counted[]> {
  const least = await minCell(ctx)
  const first = GUARDED_DIMENSIONS.includes(rows) ? mergeSmall(counted, 'row', least) : [...counted]
  return columns && GUARDED_DIMENSIONS.includes(columns) ? mergeSmall(first, 'column', least) : first
}
async function count(db: Db, asOf: string, rows: Dimension, columns: Dimension | null, departmentId: string | null): Promise<Counted[]> {
  return db.query<Counted>(sql`
    select x.row, x.col as "column", count(*)::int as enrolled, (count(*) filter (where x.status = 'active'))::int as "atSchool"
    from (
      select ${keyOf(rows, asOf)} as row, ${columns ? keyOf(columns, asOf) : sql`''`} as col, h.status
      from ${db.visible(classHistory).rows()} h
      where h."from" <= ${asOf} and (h."to" is null or h."to" > ${asOf}) and h.status = any(${[...WITH_RECORD]}) and (${departmentId}::uuid is null or h.department_id = ${departmentId})
    ) x
    group by 1, 2`)
}
const sum = (cells: readonly Counted[], figure: 'enrolled' | 'atSchool'): number => cells.reduce((n, c) => n + c[figure], 0)

/** Totals of one axis; a line of a single cell is suppressed with that cell. */
function lines(cells: readonly Counted[], shown: readonly Cell[], axis: 'row' | 'column', names: Names): Line[] {
  const keys = [...new Set(cells.map(c => c[axis]))].sort((a, b) => (a === MERGED ? 1 : b === MERGED ? -1 : names.order(a, b)))
  return keys.map(key => {
    const own = cells.filter(c => c[axis] === key)
    const single = own.length === 1 ? shown[cells.indexOf(own[0] as Counted)] : undefined
    const isMerged = key === MERGED
    return {
      key,
      name: isMerged ? '其他（人数较少）' : names.of(key),
      isMerged,
      enrolled: single ? single.enrolled : sum(own, 'enrolled'),
      atSchool: single ? single.atSchool : sum(own, 'atSchool'),
    }
  })
}
/** Spans effective on the day but recorded later: the reason figures may differ from earlier reports. */
export async function corrections(db: Db, asOf: string): Promise<Array<{ recordedOn: string; cause: string; count: number }>> {
  return db.query(sql`
    select h.created_at::date as "recordedOn", h.cause, count(distinct h.student_id)::int as count
    from ${db.visible(classHistory).rows()} h
    where h."from" <= ${asOf} and (h."to" is null or h."to" > ${asOf}) and h.created_at::date > ${asOf}
    group by 1, 2 order by 1 desc limit 50`)
}
