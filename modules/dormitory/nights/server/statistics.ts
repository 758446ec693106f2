import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import { type Db, handle } from '#server/context.ts'
import { nightCount, nightLine } from '../model/night-line.ts'
import { nightStatistics } from '../model/read-actions.ts'
import type { Counts } from './board.ts'

const MOST_DAYS = 400
const MOST_CLASSES = 60
const LONGEST = 8
const SUMS = sql`coalesce(sum(c.expected), 0)::int as expected, coalesce(sum(c.present), 0)::int as present, coalesce(sum(c.late), 0)::int as late, 0 as pending, coalesce(sum(c.absent), 0)::int as absent,
  coalesce(sum(c.excused), 0)::int as excused`
/** Share present of those expected: by 60 §8 late returns count as present. */
const rateOf = ({ expected, present, late }: Counts): number | null => percentOf(present + late, expected)
const rated = <C extends Counts>(row: C) => ({ ...row, rate: rateOf(row) })

interface Totals extends Counts {
  nights: number
  cases: number
  afterwards: number
  handled: number
  minutes: number
}
/** Totals within the reader's scope in a date range: some hundred thousand small rows per term, independent of the number of lines. */
const counted = (db: Db, from: string, to: string, dormId: string | null): Sql =>
  sql`(select v.* from ${db.visible(nightCount).rows()} v where v.night_date between ${from}::date and ${to}::date ${dormId ? sql`and v.dorm_id = ${dormId}` : empty})`
function grouped(db: Db, rows: Sql, [column, table, name]: readonly [string, string, string], limit: number): Promise<Array<Counts & { id: string | null; label: string }>> {
  return db.query(sql`select c.id, coalesce(g.${raw(name)}, '—') as label, c.expected, c.present, c.late, c.pending, c.absent, c.excused from (
      select c.${raw(column)} as id, ${SUMS} from ${rows} c group by 1) c
    left join ${raw(table)} g on g.tenant_id = ${db.me.tenantId} and g.id = c.id where c.expected > 0
    order by (c.present + c.late)::numeric / c.expected, label limit ${limit}`)
}
/** Cases with the longest wait, open ones first. */
const longest = (db: Db, from: string, to: string, dormId: string | null) =>
  db.query<{
    id: string
    nightDate: string
    name: string
    className: string | null
    minutes: number
    isOpen: boolean
  }>(sql`select l.id, l.night_date::text as "nightDate", s.name, k.name as "className",
      floor(extract(epoch from coalesce(case when l.handled_state <> 'open' then l.handled_at end, now()) - l.opened_at) / 60)::int as minutes, l.handled_state = 'open' as "isOpen"
    from (select v.* from ${db.visibleFor(nightLine, 'dormitory:nightLine:list').rows()} v where v.handled_state is not null and v.handled_state <> 'explained'
        and v.night_date between ${from}::date and ${to}::date ${dormId ? sql`and v.dorm_id = ${dormId}` : empty}) l
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = l.student_id left join stu_class k on k.tenant_id = s.tenant_id and k.id = l.class_id
    order by (l.handled_state = 'open') desc, 5 desc limit ${LONGEST}`)

export default handle(nightStatistics, async ({ db, refuse }, { from, to, dormId: dorm }) => {
  if (to < from) refuse('order', { from, to }, 'to')
  const days = daysBetween(from, to) + 1
  if (days > MOST_DAYS) refuse('long', { most: MOST_DAYS, days }, 'from')
  const dormId = dorm ?? null
  const rows = counted(db, from, to, dormId)
  const [total] =
    await db.query<Totals>(sql`select ${SUMS}, count(distinct c.night_date)::int as nights, coalesce(sum(c.cases), 0)::int as cases, coalesce(sum(c.afterwards), 0)::int as afterwards,
    coalesce(sum(c.handled), 0)::int as handled, coalesce(sum(c.handled_minutes), 0)::int as minutes from ${rows} c`)
  const { minutes = 0, ...head } = total ?? { expected: 0, present: 0, late: 0, pending: 0, absent: 0, excused: 0, nights: 0, cases: 0, afterwards: 0, handled: 0 }
  const [byDorm, byClass] = [
    await grouped(db, rows, ['dorm_id', 'dorm_building', 'full_name'], MOST_CLASSES),
    await grouped(db, rows, ['class_id', 'stu_class', 'name'], MOST_CLASSES),
  ]
  const byNight = await db.query<Counts & { nightDate: string; weekday: number }>(
    sql`select c.night_date::text as "nightDate", extract(isodow from c.night_date)::int as weekday, ${SUMS} from ${rows} c group by c.night_date order by c.night_date`,
  )
  return {
    ...rated(head),
    meanMinutes: head.handled ? Math.round(minutes / head.handled) : null,
    byDorm: byDorm.map(rated),
    byClass: byClass.map(rated),
    byWeekday: [...Map.groupBy(byNight, n => n.weekday)].sort(([a], [b]) => a - b).map(([weekday, those]) => ({ weekday, ...rated(sumOf(those)) })),
    byNight: byNight.map(({ weekday: _weekday, ...n }) => rated(n)),
    longest: await longest(db, from, to, dormId),
  }
})
const sumOf = (rows: readonly Counts[]): Counts => {
  const of = (key: keyof Counts): number => rows.reduce((sum, r) => sum + r[key], 0)
  return { expected: of('expected'), present: of('present'), late: of('late'), pending: of('pending'), absent: of('absent'), excused: of('excused') }
}
