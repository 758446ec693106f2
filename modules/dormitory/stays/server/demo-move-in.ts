import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { slotsOf } from '../model/move-in-slots.ts'

const HOURS = { fromTime: '08:00', toTime: '18:00', slotMinutes: 30 }
const NOTE = '从南门进，凭学生码通行；行李车在楼前，家长的车停到操场东侧。'
/** Open days from today on. */
const OPEN_DAYS = 4
/** Share of ten who have chosen. */
const CHOSEN = 6

/** Moving days: the newest grade's, with arrivals, and the open days of those who move in now. */
export async function demoMoveIn(db: Db): Promise<void> {
  const [newest] = await db.query<{ grade: number | null }>(sql`select max(grade)::int as grade from dorm_stay where tenant_id = ${db.me.tenantId} and state = 'checkedIn'`)
  if (newest?.grade) await past(db, newest.grade)
  await current(db)
}
/** Plans with their slots. Existing ones stay. */
async function plan(db: Db, dorms: ReadonlyArray<{ dormId: string; places: number }>, days: readonly string[], publishedAt: string): Promise<void> {
  const rows = days.flatMap(day => dorms.map(d => ({ ...d, day, slots: slotsOf({ day, ...HOURS }) })))
  await db.query(sql`with x as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x("dormId" uuid, places int, day date, slots jsonb)),
    made as (insert into move_in_plan (tenant_id, dorm_id, day, from_time, to_time, slot_minutes, places, note, state, published_at)
      select ${db.me.tenantId}, x."dormId", x.day, ${HOURS.fromTime}, ${HOURS.toTime}, ${HOURS.slotMinutes}, x.places, ${NOTE}, 'published', ${publishedAt} from x on conflict do nothing returning id, tenant_id, dorm_id, day, places)
    insert into move_in_slot (tenant_id, plan_id, begin_at, end_at, places)
    select made.tenant_id, made.id, s."beginAt", s."endAt", made.places from made join x on x."dormId" = made.dorm_id and x.day = made.day, jsonb_to_recordset(x.slots) s("beginAt" timestamptz, "endAt" timestamptz)`)
}
const copies = sql`s.id, s.student_id, s.student_no, s.name, s.department_id, s.class_id, s.bed_id, s.dorm_id`
const columns = sql`tenant_id, stay_id, student_id, student_no, name, department_id, class_id, bed_id, dorm_id, slot_id, begin_at, end_at, state, chosen_at, arrived_at`
/** Most came in their chosen half hour, some earlier or later. */
async function past(db: Db, grade: number): Promise<void> {
  const { tenantId } = db.me
  const day = `${grade}-09-01`
  const dorms = await db.query<{ dormId: string; places: number }>(sql`select dorm_id as "dormId", greatest(4, ceil(count(*) / 14.0))::int as places from dorm_stay
    where tenant_id = ${tenantId} and state = 'checkedIn' and grade = ${grade} group by 1`)
  await plan(db, dorms, [day], schoolInstant(addDays(day, -12), '09:00'))
  await db.query(sql`insert into move_in_choice (${columns})
    select ${tenantId}, ${copies}, s.slot_id, s.begin_at, s.end_at, 'came', ${schoolInstant(addDays(day, -9), '20:00')}::timestamptz, s.check_in_at
    from (select s.*, x.id as slot_id, x.begin_at, x.end_at, x.places, row_number() over (partition by x.id order by md5(s.id::text)) as n
      from (select s.*, s.check_in_at + make_interval(mins => case abs(hashtext(s.id::text)) % 8 when 0 then 30 when 1 then -30 else 0 end) as wanted from dorm_stay s
        where s.tenant_id = ${tenantId} and s.state = 'checkedIn' and s.grade = ${grade} and (s.check_in_at at time zone 'Asia/Shanghai')::date = ${day}::date) s
      join move_in_plan p on p.tenant_id = s.tenant_id and p.dorm_id = s.dorm_id and p.day = ${day}::date
      join move_in_slot x on x.tenant_id = p.tenant_id and x.plan_id = p.id and s.wanted >= x.begin_at and s.wanted < x.end_at
      where abs(hashtext(s.id::text)) % 10 <> 9) s where s.n <= s.places`)
}
async function current(db: Db): Promise<void> {
  const { tenantId } = db.me
  const dorms = await db.query<{ dormId: string; places: number }>(sql`select dorm_id as "dormId", greatest(2, ceil(count(*) / 20.0))::int as places from dorm_stay
    where tenant_id = ${tenantId} and state = 'reserved' and planned_in = ${today()}::date group by 1`)
  const days = Array.from({ length: OPEN_DAYS }, (_, n) => addDays(today(), n))
  await plan(db, dorms, days, schoolInstant(addDays(today(), -3), '09:00'))
  // today and tomorrow, from the first slot to the last
  await db.query(sql`insert into move_in_choice (${columns})
    select ${tenantId}, ${copies}, x.id, x.begin_at, x.end_at, 'chosen', now() - make_interval(hours => (s.n % 40)::int), null
    from (select s.*, row_number() over (partition by s.dorm_id order by md5(s.id::text)) as n, count(*) over (partition by s.dorm_id) as people from dorm_stay s
      where s.tenant_id = ${tenantId} and s.state = 'reserved' and s.planned_in = ${today()}::date) s
    join lateral (select x.id, x.begin_at, x.end_at, row_number() over (order by x.begin_at) as n, count(*) over () as slots from move_in_plan p join move_in_slot x on x.tenant_id = p.tenant_id and x.plan_id = p.id
      where p.tenant_id = ${tenantId} and p.dorm_id = s.dorm_id and p.day = ${today()}::date + (s.n % 2)::int) x on x.n = 1 + (s.n - 1) * x.slots / s.people
    where s.n % 10 < ${CHOSEN}`)
}
