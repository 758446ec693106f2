import sql, { type Sql } from 'sql-template-tag'
import { educationLevel, genderCode } from '#model/national.ts'
import { schoolInstant } from '#model/school-time.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { computeMeasure, type MeasureContext } from '#server/measures/compute-measure.ts'
import { minCell } from '#server/statistics/grouped.ts'
import { wallArrived, wallColleges, wallLatest, wallOrigins, wallPeople } from '../model/measures.ts'
import { cellsOf } from './cells.ts'
import { comers, shownBatch } from './shown-batch.ts'

const MOST_PROVINCES = 11
const MOST_COLLEGES = 14
const MOST_LATEST = 8
/** Colleges that expect fewer come last: a rate of few people says little. */
const FEW = 20
const PROVINCE = 2
const OTHERS = { province: '其他省份', gender: '其他', level: '其他层次' } as const

const arrived = computeMeasure(wallArrived, async ctx => {
  const batch = await shownBatch(ctx)
  if (!batch) return { batch: null, expected: 0, arrived: 0, today: 0 }
  const [row] = await ctx.db.query<{ expected: number; arrived: number; today: number }>(sql`select count(*)::int as expected, count(x.arrived_at)::int as arrived,
    count(*) filter (where x.arrived_at >= ${schoolInstant(today(ctx.now))}::timestamptz)::int as today from ${comers(ctx, batch.id)} x`)
  return { batch: batch.name, expected: row?.expected ?? 0, arrived: row?.arrived ?? 0, today: row?.today ?? 0 }
})
/** How many have come, by a column of the roll. */
async function arrivedBy(ctx: MeasureContext, column: Sql): Promise<Array<{ key: string | null; count: number }>> {
  const batch = await shownBatch(ctx)
  return batch ? ctx.db.query(sql`select ${column} as key, count(*)::int as count from ${comers(ctx, batch.id)} x where x.arrived_at is not null group by 1`) : []
}
const origins = computeMeasure(wallOrigins, async ctx => {
  const [rows, least, cantons] = [await arrivedBy(ctx, sql`left(x.source_canton, ${PROVINCE})`), await minCell(ctx), await cantonsByCode(ctx.db)]
  const named = rows.map(({ key, count }) => ({ label: cantons.get(`${key}0000`)?.name ?? OTHERS.province, count }))
  return { least, provinces: cellsOf(named, { least, most: MOST_PROVINCES, others: OTHERS.province }) }
})
const people = computeMeasure(wallPeople, async ctx => {
  const least = await minCell(ctx)
  const of = async (column: Sql, dictionary: typeof genderCode, others: string) => {
    const labels = new Map(dictionary.items.map(i => [i.key, i.value]))
    const named = (await arrivedBy(ctx, column)).map(({ key, count }) => ({ label: labels.get(key ?? '') ?? others, count }))
    return cellsOf(named, { least, most: dictionary.items.length, others })
  }
  return { least, genders: await of(sql`x.gender_code`, genderCode, OTHERS.gender), levels: await of(sql`x.level`, educationLevel, OTHERS.level) }
})
const colleges = computeMeasure(wallColleges, async ctx => {
  const batch = await shownBatch(ctx)
  if (!batch) return { colleges: [] }
  const rows = await ctx.db.query<{ id: string | null; expected: number; arrived: number }>(
    sql`select x.department_id as id, count(*)::int as expected, count(x.arrived_at)::int as arrived from ${comers(ctx, batch.id)} x group by 1`,
  )
  const known = await ctx.db.cached(department)
  return {
    colleges: rows
      .map(({ id, ...counts }) => ({ name: known.get(id ?? '')?.name ?? '—', ...counts }))
      .sort((a, b) => Number(a.expected < FEW) - Number(b.expected < FEW) || b.arrived / b.expected - a.arrived / a.expected || a.name.localeCompare(b.name))
      .slice(0, MOST_COLLEGES),
  }
})
const latest = computeMeasure(wallLatest, async ctx => {
  const batch = await shownBatch(ctx)
  if (!batch) return { latest: [] }
  const rows = await ctx.db.query<{ at: string; name: string; canton: string | null }>(
    sql`select x.arrived_at as at, x.name, x.source_canton as canton from ${comers(ctx, batch.id)} x where x.arrived_at is not null order by x.arrived_at desc, x.student_id limit ${MOST_LATEST}`,
  )
  const cantons = await cantonsByCode(ctx.db)
  return {
    latest: rows.map(({ at, name, canton }) => ({
      at: new Date(at).toISOString(),
      name: ctx.isRevealed ? `${[...name][0] ?? ''}**` : null,
      province: cantons.get(`${canton?.slice(0, PROVINCE)}0000`)?.name ?? null,
    })),
  }
})
export default [arrived, origins, people, colleges, latest]
