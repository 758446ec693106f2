import sql from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { schoolInstant } from '#model/school-time.ts'
import { mondayOf } from '#model/week.ts'
import { today } from '#server/base/today.ts'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { paramOf } from '#server/params/params.ts'
import { deviations } from '../../checks/model/rank.ts'
import { checkRecord, checkWeek } from '../../checks/model/record.ts'
import { dormViolation, violationType } from '../../checks/model/violation.ts'
import { inspectCheckers, inspectFindings, inspectTop } from '../model/inspect-measures.ts'
import { screenWeekScores } from '../model/measures.ts'
import { dormNames } from './dorm-names.ts'
import { termStart } from './term-start.ts'

const SHOWN = 5
const MOST_ROOMS = 20
const MOST_CHECKERS = 8
/** 20-DI10: fire hazards. */
export const SAFETY_TYPES = ['appliance', 'openFire', 'smoking', 'wiring'] as const
const wall = (day: string) => sql`${schoolInstant(day)}::timestamptz`

interface Checker {
  by: string
  rooms: number
}
/** Numbers of checkers, without identities. */
const checkers = computeMeasure(inspectCheckers, async ctx => {
  const { db, now } = ctx
  const day = today(now)
  const records = db.visible(checkRecord).rows()
  const own = await db.query<Checker>(sql`select x.by, count(*)::int as rooms from ${records} c cross join lateral jsonb_array_elements_text(c.checker_ids) x(by)
    where checked_at >= ${wall(day)} and checked_at <= ${now.toISOString()}::timestamptz group by 1 order by 2 desc, 1`)
  const [sum] = await db.query<{ rooms: number; blind: number }>(sql`select count(distinct c.room_id)::int as rooms, count(distinct c.room_id) filter (where t.blind)::int as blind
    from ${records} c join check_task t on t.tenant_id = c.tenant_id and t.id = c.task_id where c.checked_at >= ${wall(day)} and c.checked_at <= ${now.toISOString()}::timestamptz`)
  const scores = await db.query<{
    by: string
    score: number
  }>(sql`select x.by, c.room_score::float8 as score from ${records} c cross join lateral jsonb_array_elements_text(c.checker_ids) x(by)
    where c.week = ${mondayOf(day)}::date and c.kind = 'health' and c.is_valid and c.room_score is not null`)
  const limit = await paramOf<number>(ctx, 'dormitory', 'checkDeviation')
  const rooms = sum?.rooms ?? 0
  return {
    checkers: own.length,
    rooms,
    perChecker: own.length ? Math.round((rooms / own.length) * 10) / 10 : null,
    blindPercent: percentOf(sum?.blind ?? 0, rooms),
    flagged: deviations(scores, limit).filter(c => c.isFlagged).length,
    most: own.slice(0, MOST_CHECKERS).map(c => c.rooms),
  }
})
interface Top {
  dormId: string
  room: string
  floor: string
  score: number
  rank: number
}
const top = computeMeasure(inspectTop, async ({ db, isRevealed }) => {
  const weeks = db.visible(checkWeek).rows()
  const rows = await db.query<
    Top & { week: string }
  >(sql`select w.dorm_id as "dormId", r.room_no as room, f.name as floor, w.score::float8 as score, w.rank, to_char(w.week, 'YYYY-MM-DD') as week
    from ${weeks} w join dorm_room r on r.tenant_id = w.tenant_id and r.id = w.room_id join dorm_floor f on f.tenant_id = r.tenant_id and f.id = r.floor_id
    where w.level = 'room' and w.score is not null and w.week = (select max(week) from check_week m where m.tenant_id = ${db.me.tenantId} and m.level = 'room' and m.score is not null)
    order by w.rank, r.full_name limit ${MOST_ROOMS}`)
  const name = await dormNames(db, true)
  return {
    week: rows[0]?.week ?? null,
    rooms: rows.map(({ dormId, room, floor, score, rank }) => ({ place: `${name(dormId)} ${isRevealed ? room : floor}`, score, rank })),
  }
})
interface Mean {
  id: string
  week: string
  mean: number
  rooms: number
}
/** Buildings with few checked rooms are not ranked. */
const weekScores = computeMeasure(screenWeekScores, async ctx => {
  const { db } = ctx
  const least = await paramOf<number>(ctx, 'dormitory', 'screenLeastRooms')
  const rows =
    await db.query<Mean>(sql`select dorm_id as id, to_char(week, 'YYYY-MM-DD') as week, round(avg(score), 1)::float8 as mean, count(*)::int as rooms from ${db.visible(checkWeek).rows()} w
    where level = 'room' and score is not null and dorm_id is not null and week = (select max(week) from check_week m where m.tenant_id = ${db.me.tenantId} and m.level = 'room' and m.score is not null)
    group by w.dorm_id, w.week having count(*) >= ${least} order by 3 desc, 1`)
  const name = await dormNames(db, true)
  const named = rows.map(({ id, mean, rooms }) => ({ name: name(id), mean, rooms }))
  // no building in both lists
  const best = named.slice(0, Math.min(SHOWN, Math.ceil(named.length / 2)))
  return { week: rows[0]?.week ?? null, least, best, worst: named.slice(best.length).toReversed().slice(0, SHOWN) }
})
const findings = computeMeasure(inspectFindings, async ({ db, now }) => {
  const from = await termStart(db, now)
  const rows = await db.query<{
    type: string
    open: number
    closed: number
  }>(sql`select type, count(*) filter (where state in ('recorded', 'heard'))::int as open, count(*) filter (where state not in ('recorded', 'heard'))::int as closed
    from ${db.visible(dormViolation).rows()} v where at >= ${wall(from)} and type = any(${[...SAFETY_TYPES]}::text[]) group by 1`)
  const [median] = await db.query<{ days: number | null }>(sql`select percentile_cont(0.5) within group (order by extract(epoch from decided_at - at) / 86400)::float8 as days
    from ${db.visible(dormViolation).rows()} v where at >= ${wall(from)} and type = any(${[...SAFETY_TYPES]}::text[]) and decided_at is not null`)
  const labels = new Map(violationType.items.map(i => [i.key, i.value]))
  const sum = (of: 'open' | 'closed'): number => rows.reduce((total, r) => total + r[of], 0)
  return {
    open: sum('open'),
    closed: sum('closed'),
    medianDays: typeof median?.days === 'number' ? Math.round(median.days * 10) / 10 : null,
    kinds: SAFETY_TYPES.map(type => ({ type: labels.get(type) ?? type, count: rows.filter(r => r.type === type).reduce((total, r) => total + r.open + r.closed, 0) })),
  }
})
export default [checkers, top, weekScores, findings]
