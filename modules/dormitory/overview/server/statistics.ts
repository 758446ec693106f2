import sql, { type Sql } from 'sql-template-tag'
import { type Entity, permissionKey } from '#model'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { campus } from '#modules/campus/model/places.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import type { Rows } from '#server/row-types.ts'
import { dormChange } from '../../changes/model/dorm-change.ts'
import { lodgingCharge } from '../../charges/model/lodging-charge.ts'
import { checkRecord } from '../../checks/model/record.ts'
import { dormViolation } from '../../checks/model/violation.ts'
import { holidayStay } from '../../holidays/model/holiday-stay.ts'
import { nightCount, nightLine } from '../../nights/model/night-line.ts'
import { dormBed, dormBuilding } from '../../places/model/places.ts'
import { dormStay } from '../../stays/model/stay.ts'
import { dormStatistics, statisticsBeds } from '../model/statistics.ts'
import { BED_SUMS, type BedSums, countedBeds } from './bed-kinds.ts'
import { dormNames } from './dorm-names.ts'
import { termStart } from './term-start.ts'

const NIGHTS = 30
const MONTHS = 12
const WEEKS = 12
const PAGE = 20
const DAYS = 7
const wall = (day: string): Sql => sql`${schoolInstant(day)}::timestamptz`

interface Group extends BedSums {
  level: number
  campusId: string | null
  dormId: string | null
  roomType: string | null
  gender: string | null
}
interface Night {
  date: string
  present: number
  late: number
  absent: number
  excused: number
}
const sumsOf = ({ beds, occupied, reserved, locked, free }: BedSums): BedSums => ({ beds, occupied, reserved, locked, free })
const NONE: BedSums = { beds: 0, occupied: 0, reserved: 0, locked: 0, free: 0 }
/** Total, campus, building, type and gender by GROUPING SETS in one pass over the beds. */
async function bedFigures(db: Db) {
  const rows =
    await db.query<Group>(sql`select grouping(campus_id, dorm_id, room_type, gender) as level, campus_id as "campusId", dorm_id as "dormId", room_type as "roomType", gender, ${BED_SUMS}
    from ${countedBeds(db, db.visible(dormBed))} x group by grouping sets ((), (campus_id), (dorm_id), (room_type), (gender))`)
  // a set bit in grouping() marks a column the row does not group by
  const of = (level: number): Group[] => rows.filter(r => r.level === level && r.beds > 0)
  const [campuses, dorms] = [await db.cached(campus), await db.cached(dormBuilding)]
  const name = await dormNames(db)
  const placed = [...of(0b1011)].sort((a, b) => (dorms.get(a.dormId ?? '')?.fullName ?? '').localeCompare(dorms.get(b.dormId ?? '')?.fullName ?? '', 'zh', { numeric: true }))
  return {
    sums: sumsOf(of(0b1111)[0] ?? NONE),
    byCampus: of(0b0111).map(r => ({ ...sumsOf(r), id: r.campusId, name: campuses.get(r.campusId ?? '')?.name ?? '—' })),
    byDorm: placed.map(r => ({ ...sumsOf(r), id: r.dormId, name: name(r.dormId) })),
    byType: of(0b1101).map(r => ({ ...sumsOf(r), roomType: r.roomType })),
    byGender: of(0b1110).map(r => ({ ...sumsOf(r), gender: r.gender })),
  }
}
/** Rows with the reader's list permission and scope, so that a figure equals its list; null without permission. */
function listed<E extends Entity>({ db, me }: Ctx, of: E): Rows<E> | undefined {
  const permission = permissionKey(of, 'list')
  return me.permissions.has(permission) ? db.visibleFor(of, permission) : undefined
}
async function residents(ctx: Ctx) {
  const { db } = ctx
  const stays = listed(ctx, dormStay)
  if (!stays) return []
  const rows = await db.query<{ id: string | null; living: number }>(
    sql`select department_id as id, count(*)::int as living from ${stays.rows()} s where state = 'checkedIn' group by 1 order by 2 desc, 1`,
  )
  const names = await db.cached(department)
  return rows.map(r => ({ ...r, name: names.get(r.id ?? '')?.name ?? '—' }))
}
/** Residents on the first of each of the last months, and today. */
async function residentsByMonth(ctx: Ctx) {
  const { db } = ctx
  const stays = listed(ctx, dormStay)
  const now = today()
  if (!stays) return []
  return db.query<{ on: string; living: number }>(sql`with days as (
      select d::date as day from generate_series(date_trunc('month', ${now}::date) - make_interval(months => ${MONTHS - 1}), ${now}::date, interval '1 month') d union select ${now}::date),
    steps as (select day, 1 as step from (select (check_in_at at time zone 'Asia/Shanghai')::date as day from ${stays.rows()} s where check_in_at is not null) i
      union all select day, -1 from (select (check_out_at at time zone 'Asia/Shanghai')::date as day from ${stays.rows()} s where check_out_at is not null) o),
    sums as (select day, sum(step)::int as step from steps group by day)
    select to_char(d.day, 'YYYY-MM-DD') as on, coalesce((select sum(step) from sums s where s.day <= d.day), 0)::int as living from days d order by d.day`)
}
/** Night totals within the reader's scope: stored by building and class, so that lines need not be counted. */
async function nights({ db, me }: Ctx) {
  const permission = permissionKey(nightLine, 'list')
  if (!me.permissions.has(permission)) return []
  return db.query<Night>(sql`select to_char(night_date, 'YYYY-MM-DD') as date, sum(present)::int as present, sum(late)::int as late, sum(absent)::int as absent, sum(excused)::int as excused
    from ${db.visibleFor(nightCount, permission).rows()} c where night_date >= ${addDays(today(), -NIGHTS)}::date group by c.night_date order by c.night_date`)
}
async function changes(ctx: Ctx, since: string) {
  const rows = listed(ctx, dormChange)
  if (!rows) return []
  return ctx.db.query<{ reason: string; count: number }>(
    sql`select reason, count(*)::int as count from ${rows.rows()} c where state = 'executed' and executed_at >= ${wall(since)} group by 1 order by 2 desc, 1`,
  )
}
async function violations(ctx: Ctx, since: string) {
  const rows = listed(ctx, dormViolation)
  if (!rows) return []
  return ctx.db.query<{ type: string; count: number }>(sql`select type, count(*)::int as count from ${rows.rows()} v where at >= ${wall(since)} group by 1 order by 2 desc, 1`)
}
async function scores(ctx: Ctx) {
  const rows = listed(ctx, checkRecord)
  if (!rows) return []
  return ctx.db.query<{ week: string; mean: number }>(sql`select to_char(week, 'YYYY-MM-DD') as week, round(avg(room_score), 1)::float8 as mean from ${rows.rows()} c
    where kind = 'health' and is_valid and week >= ${addDays(today(), -WEEKS * DAYS)}::date group by c.week order by c.week`)
}
async function stayers(ctx: Ctx): Promise<number | null> {
  const rows = listed(ctx, holidayStay)
  return rows ? rows.count({ state: 'approved', 'from.le': today(), 'to.ge': today() }) : null
}
async function arrears(ctx: Ctx) {
  const rows = listed(ctx, lodgingCharge)
  if (!rows) return null
  const [sum] = await ctx.db.query<{ charges: number; owed: number }>(
    sql`select count(*)::int as charges, coalesce(sum(owed), 0)::float8 as owed from ${rows.rows()} c where owed > 0 and due_on < ${today()}::date`,
  )
  return sum ?? null
}

const read = handle(dormStatistics, async ctx => {
  const { db } = ctx
  const since = await termStart(db)
  return {
    ...(await bedFigures(db)),
    byCollege: await residents(ctx),
    byMonth: await residentsByMonth(ctx),
    nights: await nights(ctx),
    since,
    changes: await changes(ctx, since),
    violations: await violations(ctx, since),
    scores: await scores(ctx),
    stayers: await stayers(ctx),
    arrears: await arrears(ctx),
  }
})
interface Bed {
  id: string
  fullName: string
  roomId: string
  roomType: string
  gender: string | null
  kind: 'occupied' | 'reserved' | 'locked' | 'free'
  total: number
}
const beds = handle(statisticsBeds, async ({ db }, { kind, campusId, dormId, roomType, gender, page }) => {
  const is = (column: Sql, value: string | null | undefined, cast: Sql = sql``): Sql => (value ? sql`and ${column} = ${value}${cast}` : sql``)
  const rows = await db.query<Bed>(sql`select id, full_name as "fullName", room_id as "roomId", room_type as "roomType", gender, kind, count(*) over ()::int as total
    from ${countedBeds(db, db.visible(dormBed))} x where true ${is(sql`kind`, kind)} ${is(sql`campus_id`, campusId, sql`::uuid`)} ${is(sql`dorm_id`, dormId, sql`::uuid`)}
      ${is(sql`room_type`, roomType)} ${is(sql`gender`, gender)} order by full_name limit ${PAGE} offset ${((page ?? 1) - 1) * PAGE}`)
  return { total: rows[0]?.total ?? 0, beds: rows.map(({ total: _total, ...bed }) => bed) }
})
export default [read, beds]
