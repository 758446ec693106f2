import sql, { type Sql } from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import type { Patch } from '#server/row-types.ts'
import { CHECK_MESSAGES } from '../model/messages.ts'
import { checkWeek } from '../model/record.ts'
import { objectUntil, publishedOn, weekBefore } from '../model/week.ts'
import { settingsOf } from './settings.ts'

const MINE = '/dormitory/check/mine'
interface Scored {
  roomId: string
  room: string
  score: number
  rank: number
  ranked: number
  checks: number
  studentIds: string[]
}
/**
 * 20-DI3: weekly results of every occupied room, class and college from valid health records, in one statement each. Unchecked rooms get neither score nor rank.
 * Idempotent.
 */
export async function scoreWeek(db: Db, week: string): Promise<void> {
  const { tenantId } = db.me
  const end = addDays(week, 6)
  const placed = sql`(with
    lived as (select s.room_id, jsonb_agg(s.student_id order by s.student_id) as student_ids, mode() within group (order by t.class_id) as class_id
      from dorm_stay s join student t on t.tenant_id = s.tenant_id and t.id = s.student_id
      where s.tenant_id = ${tenantId} and s.kind <> 'temporary' and s.state in ('checkedIn', 'checkedOut') and s.check_in_at < (${end}::date + 1)::timestamp at time zone 'Asia/Shanghai'
        and (s.check_out_at is null or s.check_out_at >= (${end}::date + 1)::timestamp at time zone 'Asia/Shanghai') group by s.room_id),
    scored as (select room_id, round(avg(room_score), 2) as score, count(*)::int as checks from check_record
      where tenant_id = ${tenantId} and week = ${week}::date and kind = 'health' and is_valid group by room_id)
    select coalesce(l.room_id, c.room_id) as room_id, l.student_ids, l.class_id, c.score, coalesce(c.checks, 0) as checks,
      case when c.score is not null then rank() over (order by c.score desc nulls last) end as rank, count(c.score) over () as ranked
    from lived l full join scored c using (room_id)) p`
  const room = { roomId: sql`p.room_id`, classId: sql`p.class_id`, departmentId: sql`c.department_id`, studentIds: sql`coalesce(p.student_ids, '[]')` }
  await put(db, { week, level: 'room', placed, isSame: sql`t.room_id = p.room_id`, named: room, classId: sql`p.class_id` })
  await scoreGroups(db, week, 'class')
  await scoreGroups(db, week, 'college')
}
interface Placed {
  week: string
  level: 'room' | 'class' | 'college'
  /** Score, checks and rank by place, as `p`. */
  placed: Sql
  isSame: Sql
  named: Patch<typeof checkWeek>
  /** Class `c`, if any. */
  classId: Sql
}
/** Writes differences only, without history: results are computed for the whole school from records that have theirs. */
async function put(db: Db, { week, level, placed, isSame, named, classId }: Placed): Promise<void> {
  const result = { score: sql`p.score`, checks: sql`p.checks`, rank: sql`p.rank`, ranked: sql`p.ranked` }
  await db.updateWhere(checkWeek, sql`t.week = ${week}::date and t.level = ${level} and ${isSame}`, result, { from: placed, history: false })
  const from = sql`${placed} left join stu_class c on c.tenant_id = ${db.me.tenantId} and c.id = ${classId}`
  await db.insertFrom(checkWeek, { week, level, ...named, ...result, publishedAt: sql`now()` }, from, { skipExisting: true, history: false })
}
/** Mean over members whose rooms were scored. */
async function scoreGroups(db: Db, week: string, level: 'class' | 'college'): Promise<void> {
  const group = level === 'class' ? sql`t.class_id` : sql`t.department_id`
  const placed = sql`(with
    member as (select ${group} as id, w.score from check_week w cross join lateral jsonb_array_elements_text(w.student_ids) x(student_id)
        join student t on t.tenant_id = w.tenant_id and t.id = x.student_id::uuid
      where w.tenant_id = ${db.me.tenantId} and w.week = ${week}::date and w.level = 'room' and ${group} is not null),
    meant as (select id, round(avg(score), 2) as score, count(score)::int as checks from member group by id)
    select *, case when score is not null then rank() over (order by score desc nulls last) end as rank, count(score) over () as ranked from meant) p`
  const isClass = level === 'class'
  const named = isClass ? { classId: sql`p.id`, departmentId: sql`c.department_id` } : { departmentId: sql`p.id` }
  await put(db, { week, level, placed, isSame: isClass ? sql`t.class_id = p.id` : sql`t.department_id = p.id`, named, classId: sql`p.id` })
}
const scoredRooms = (db: Db, week: string): Promise<Scored[]> =>
  db.query<Scored>(sql`select w.room_id as "roomId", r.full_name as room, w.score::float8 as score, w.rank, w.ranked, w.checks, w.student_ids as "studentIds" from check_week w
    join dorm_room r on r.tenant_id = w.tenant_id and r.id = w.room_id where w.tenant_id = ${db.me.tenantId} and w.week = ${week}::date and w.level = 'room' and w.score is not null order by w.rank, w.room_id`)
const isPublished = async (db: Db, week: string): Promise<boolean> =>
  (await db.query(sql`select 1 from check_week where tenant_id = ${db.me.tenantId} and week = ${week}::date limit 1`)).length > 0
const hasRecords = async (db: Db, week: string): Promise<boolean> =>
  (await db.query(sql`select 1 from check_record where tenant_id = ${db.me.tenantId} and week = ${week}::date and kind = 'health' and is_valid limit 1`)).length > 0
/** Advisory lock: of two processes the second waits and finds the week published. */
const turn = (db: Db, week: string) => db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`check week ${db.me.tenantId} ${week}`}, 0))`)

/** Recomputes a published week after a score changed; modules are notified of changed scores again. */
export async function rescoreWeek(db: Db, week: string): Promise<void> {
  await turn(db, week)
  if (!(await isPublished(db, week))) return
  const before = new Map((await scoredRooms(db, week)).map(r => [r.roomId, r.score]))
  await scoreWeek(db, week)
  await tellOthers(
    db,
    week,
    (await scoredRooms(db, week)).filter(r => before.get(r.roomId) !== r.score),
  )
}
const tellOthers = (db: Db, week: string, rooms: readonly Scored[]) =>
  db.emitMany(
    'dormitory.weekScored',
    rooms.map(({ roomId, score, studentIds }) => ({ roomId, week, score, studentIds })),
  )
/** Publishes the previous week when its time has come: notifies rooms of score and rank. Returns the number. */
export async function publishWeek(db: Db, now = Date.now()): Promise<number> {
  const { checkPublishAt, checkObjectionDays } = await settingsOf(db)
  const week = weekBefore(today(new Date(now)))
  if (now < publishedOn(week, checkPublishAt) || (await isPublished(db, week)) || !(await hasRecords(db, week))) return 0
  await turn(db, week)
  if (await isPublished(db, week)) return 0
  await scoreWeek(db, week)
  const rooms = await scoredRooms(db, week)
  const accounts = await accountsOf(
    db,
    rooms.flatMap(r => r.studentIds),
  )
  const until = schoolTimeText(new Date(objectUntil({ kind: 'health', week, checkedAt: '' }, { publishAt: checkPublishAt, days: checkObjectionDays })).toISOString())
  await notifyEach(
    db,
    CHECK_MESSAGES.weekScored,
    rooms.map(({ roomId, room, score, rank, ranked, checks, studentIds }) => ({
      to: studentIds.flatMap(id => accounts.get(id) ?? []),
      values: { room, week, score, rank, ranked, checks, until },
      bizType: 'dormRoom',
      bizId: roomId,
      link: MINE,
      mobileLink: MINE,
    })),
  )
  await tellOthers(db, week, rooms)
  return rooms.length
}
export default scheduledJob('dormitory.publishWeek', '公布卫生周成绩', '*/10 * * * *', db => publishWeek(db), {
  due: `select from check_record where tenant_id = $1 and week = (date_trunc('week', now()) - interval '7 days')::date and kind = 'health' and is_valid
    and not exists (select from check_week where tenant_id = $1 and week = (date_trunc('week', now()) - interval '7 days')::date)`,
})
