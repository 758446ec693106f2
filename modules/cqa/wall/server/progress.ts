import sql, { type Sql } from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { schoolDaysBetween } from '#modules/campus/server/api.ts'
import { computeMeasure, type MeasureContext } from '#server/measures/compute-measure.ts'
import { minCell } from '#server/statistics/grouped.ts'
import { ENDS, STAGES, type Stage, stageAt } from '../../schemes/model/scheme.ts'
import { cqaSheet, sheetStates } from '../../sheets/model/sheet.ts'
import { wallClasses, wallClock, wallColleges, wallDimensions, wallHistogram, wallObjections, wallStages } from '../model/progress-measures.ts'
import { finalRounds, type Scheme, shownSchemes } from './rounds.ts'

const MOST = { colleges: 12, classes: 10, windows: 6 } as const
const BAND = 5
/** States in which the stage is behind the student. */
const AFTER = {
  self: ['selfDone', 'groupDone', 'fdyDone', 'collegeDone', 'publicised', 'final'],
  group: ['groupDone', 'fdyDone', 'collegeDone', 'publicised', 'final'],
  fdy: ['fdyDone', 'collegeDone', 'publicised', 'final'],
  college: ['collegeDone', 'publicised', 'final'],
} as const satisfies Record<Stage, readonly string[]>
const idsOf = (schemes: readonly Scheme[]): string[] => schemes.map(s => s.id)
/** Sheets `t` of schemes that the viewer may count. */
const sheets = ({ db }: MeasureContext, ids: readonly string[]): Sql => sql`(select t.* from ${db.visible(cqaSheet).rows()} t where t.scheme_id = any(${[...ids]}::uuid[]))`

const stages = computeMeasure(wallStages, async ctx => {
  const schemes = await shownSchemes(ctx)
  const rows = await ctx.db.query<{ state: keyof typeof sheetStates.labels; count: number }>(
    sql`select t.state, count(*)::int as count from ${sheets(ctx, idsOf(schemes))} t group by 1`,
  )
  const of = new Map(rows.map(r => [r.state, r.count]))
  const names = (Object.keys(sheetStates.labels) as Array<keyof typeof sheetStates.labels>).filter(state => state !== 'excluded')
  const shown = names.map(state => ({ label: sheetStates.labels[state], count: of.get(state) ?? 0 }))
  return { name: schemes[0]?.name ?? null, total: shown.reduce((sum, s) => sum + s.count, 0), excluded: of.get('excluded') ?? 0, stages: shown }
})
const colleges = computeMeasure(wallColleges, async ctx => {
  const rows = await ctx.db.query<{ id: string | null; done: number; total: number }>(
    sql`select t.department_id as id, count(*) filter (where t.state = any(${[...AFTER.fdy]}::text[]))::int as done, count(*)::int as total
      from ${sheets(ctx, idsOf(await shownSchemes(ctx)))} t where t.state <> 'excluded' group by 1`,
  )
  const known = await ctx.db.cached(department)
  const named = rows.map(({ id, ...counts }) => ({ name: known.get(id ?? '')?.name ?? '—', ...counts }))
  return { colleges: named.sort((a, b) => b.done / b.total - a.done / a.total || a.name.localeCompare(b.name)).slice(0, MOST.colleges) }
})
interface Dimension {
  name: string
  mean: number | null
  rate: number | null
}
const means = async (ctx: MeasureContext, ids: readonly string[]): Promise<Dimension[]> =>
  ctx.db.query<Dimension>(sql`select d.one->>'name' as name, round(avg((d.one->>'score')::numeric), 1)::float8 as mean,
      round(100 * avg((d.one->>'score')::numeric / nullif((d.one->>'max')::numeric, 0)), 1)::float8 as rate
    from ${sheets(ctx, ids)} t cross join lateral jsonb_array_elements(t.dimensions) with ordinality d(one, place) where t.state = 'final' and t.pending_reason is null
    group by 1 having count(*) >= ${await minCell(ctx)} order by min(d.place), 1`)
const dimensions = computeMeasure(wallDimensions, async ctx => {
  const now = await means(ctx, idsOf(await shownSchemes(ctx)))
  if (now.length) return { isFormer: false, dimensions: now }
  const former = (await finalRounds(ctx))[0]
  return { isFormer: true, dimensions: former ? await means(ctx, former[1]) : [] }
})
interface Band {
  from: number
  until: number
  count: number
}
/** 60-BS4: bands of too few are merged with those above, and what is left of too few with the band below. */
export function mergedBands(bands: readonly Band[], least: number): Band[] {
  const merged: Band[] = []
  let open: Band | undefined
  for (const band of bands) {
    open = open ? { from: open.from, until: band.until, count: open.count + band.count } : band
    if (open.count < least) continue
    merged.push(open)
    open = undefined
  }
  const last = open && merged.pop()
  return open && last ? [...merged, { from: last.from, until: open.until, count: last.count + open.count }] : merged
}
const histogram = computeMeasure(wallHistogram, async ctx => {
  const rows = await ctx.db.query<{ from: number; count: number }>(sql`select (floor(t.total / ${BAND}) * ${BAND})::int as "from", count(*)::int as count
    from ${sheets(ctx, idsOf(await shownSchemes(ctx)))} t where t.state in ('publicised', 'final') and t.total is not null and t.pending_reason is null group by 1 order by 1`)
  return {
    bands: mergedBands(
      rows.map(r => ({ ...r, until: r.from + BAND })),
      await minCell(ctx),
    ),
  }
})
const classes = computeMeasure(wallClasses, async ctx => {
  const schemes = await shownSchemes(ctx)
  const done = schemes.map(s => AFTER[stageAt(s, ctx.now.getTime()) ?? 'college'].length)
  const rows = await ctx.db.query<{ id: string | null; done: number; total: number }>(sql`select t.class_id as id, count(*)::int as total,
      count(*) filter (where t.state = any((${[...AFTER.self]}::text[])[${AFTER.self.length + 1} - s.done : ]))::int as done
    from ${sheets(ctx, idsOf(schemes))} t join unnest(${idsOf(schemes)}::uuid[], ${done}::int[]) s(id, done) on s.id = t.scheme_id
    where t.state <> 'excluded' and t.class_id is not null group by 1`)
  const known = await ctx.db.cached(stuClass)
  const named = rows.filter(r => r.done < r.total).map(({ id, ...counts }) => ({ name: known.get(id ?? '')?.name ?? '—', ...counts }))
  return { classes: named.sort((a, b) => a.done / a.total - b.done / b.total || b.total - a.total || a.name.localeCompare(b.name)).slice(0, MOST.classes) }
})
const objections = computeMeasure(wallObjections, async ctx => {
  const rows = await ctx.db.query<{ state: string; raisedAt: string; decidedAt: string | null }>(
    sql`select o.state, o.raised_at as "raisedAt", o.decided_at as "decidedAt" from objection o
      join public_notice_line l on l.tenant_id = o.tenant_id and l.id = o.line_id and l.biz_type = ${cqaSheet.name} join ${sheets(ctx, idsOf(await shownSchemes(ctx)))} t on t.id = l.biz_id
      where o.tenant_id = ${ctx.db.me.tenantId} and o.state <> 'withdrawn'`,
  )
  const answered = rows.flatMap(r => (r.decidedAt ? [{ ...r, decidedAt: r.decidedAt }] : []))
  const spans = await Promise.all(answered.map(r => schoolDaysBetween(ctx.db, schoolDate(r.raisedAt), schoolDate(r.decidedAt))))
  const sorted = spans.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return {
    ...{ open: rows.length - answered.length, answered: answered.length, upheld: rows.filter(r => r.state === 'upheld').length },
    days: low === undefined || high === undefined ? null : (low + high) / 2,
  }
})
const clock = computeMeasure(wallClock, async ctx => {
  const windows = (await shownSchemes(ctx)).flatMap(s => (Object.keys(STAGES) as Stage[]).map(stage => ({ scheme: s.name, stage: STAGES[stage], until: s[ENDS[stage]] })))
  const ahead = windows.filter(w => Date.parse(w.until) > ctx.now.getTime())
  return { windows: ahead.sort((a, b) => Date.parse(a.until) - Date.parse(b.until)).slice(0, MOST.windows) }
})
export default [stages, colleges, dimensions, histogram, classes, objections, clock]
