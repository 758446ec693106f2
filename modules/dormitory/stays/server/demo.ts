import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { sized } from '#server/demo/options.ts'
import { bedWithPlace, isLockedNow, roomGender, roomWhy } from './beds.ts'

/** Reserved students who never came. */
const NEVER_CAME = { whole: 45, least: 3 }
const OVERSTAYING = 2
/** Students moving in these days: their building has a moving day. */
const ARRIVING = { whole: 300, least: 16 }
/** Share of free beds, per hundred. */
const EMPTY = 4

/**
 * All students in beds, classmates together; a few who never came, some moving in, two overstaying; and the beds of ten years of graduates. Rooms exist already. One
 * statement per kind: a school of thirty thousand takes seconds.
 */
export async function demoStays(db: Db, { students }: { students: number }): Promise<void> {
  const missing = sized(students, NEVER_CAME.whole, NEVER_CAME.least)
  await livingIn(db, missing, sized(students, ARRIVING.whole, ARRIVING.least))
  await graduates(db)
  await db.query(sql`analyze dorm_stay`)
}
const copies = sql`t.id, t.student_no, t.name, t.gender_code, t.department_id, t.grade, t.class_id`
const columns = sql`tenant_id, student_id, student_no, name, gender_code, department_id, grade, class_id, bed_id, kind, source, state, is_open, planned_in, planned_out, check_in_at, check_in_way, key_no`
/** Matches beds and students of a sex in order, one to one; the demo student first. */
async function livingIn(db: Db, missing: number, arriving: number): Promise<void> {
  const waiting = missing + OVERSTAYING + arriving
  const { tenantId } = db.me
  await db.query(sql`
    with bed as (select b.id, r.room_no || '-' || b.bed_no as key, ${roomGender} as gender, row_number() over (partition by ${roomGender} order by r.department_id, b.full_name) as n
      from ${bedWithPlace(tenantId)} where b.deleted_at is null and b.is_enabled and not ${isLockedNow} and ${roomWhy(today())} is null and ${roomGender} is not null and abs(hashtext(b.full_name)) % 100 >= ${EMPTY}
        and not exists (select 1 from dorm_stay o where o.tenant_id = b.tenant_id and o.bed_id = b.id and o.is_open)),
    t as (select s.*, row_number() over (partition by s.gender_code order by (s.id = (select u.student_id from sys_user u where u.tenant_id = s.tenant_id and u.user_name = 'student' limit 1)) desc nulls last,
        s.department_id, s.class_id, s.student_no) as n from student s where s.tenant_id = ${tenantId} and s.status = 'active' and s.deleted_at is null
        and not exists (select 1 from dorm_stay o where o.tenant_id = s.tenant_id and o.student_id = s.id and o.is_open)),
    pair as (select t.*, bed.id as bed_id, bed.key, row_number() over (order by t.n desc, t.id) as from_end from t join bed on bed.gender = t.gender_code and bed.n = t.n)
    insert into dorm_stay (${columns})
    select ${tenantId}, ${copies}, t.bed_id, 'main', 'presort', case when t.is_waiting then 'reserved' else 'checkedIn' end, true,
      case when t.from_end <= ${missing} then ${today()}::date - 9 - (t.from_end % 8)::int when t.is_waiting then ${today()}::date else make_date(t.grade, 9, 1) end,
      case when t.from_end between ${missing + 1} and ${missing + OVERSTAYING} then ${today()}::date - 3 when t.expected_graduation > ${today()}::date then t.expected_graduation end,
      case when not t.is_waiting then (make_date(t.grade, 9, 1) + make_interval(hours => 8 + (t.n % 9)::int, mins => (t.n * 7 % 60)::int)) at time zone 'Asia/Shanghai' end,
      case when not t.is_waiting then 'desk' end, case when not t.is_waiting then t.key end
    from (select p.*, p.from_end <= ${missing} or p.from_end between ${missing + OVERSTAYING + 1} and ${waiting} as is_waiting from pair p) t where t.is_waiting or make_date(t.grade, 9, 1) < ${today()}::date`)
}
/** Past stays of ten years of graduates on this map, without overlaps. */
async function graduates(db: Db): Promise<void> {
  const { tenantId } = db.me
  await db.query(sql`
    with bed as (select b.id, ${roomGender} as gender, row_number() over (partition by ${roomGender} order by b.full_name) as n, count(*) over (partition by ${roomGender}) as total
      from ${bedWithPlace(tenantId)} where b.deleted_at is null and ${roomGender} is not null),
    t as (select s.*, row_number() over (partition by s.gender_code, s.grade order by s.class_id, s.student_no) as n from student s
      where s.tenant_id = ${tenantId} and s.status = 'graduated' and s.deleted_at is null and s.grade >= extract(year from ${today()}::date) - 13
        and not exists (select 1 from dorm_stay o where o.tenant_id = s.tenant_id and o.student_id = s.id))
    insert into dorm_stay (${columns}, check_out_at, check_out_reason)
    select ${tenantId}, ${copies}, bed.id, 'main', 'presort', 'checkedOut', false, make_date(t.grade, 9, 1), make_date(t.grade + 3, 6, 30),
      (make_date(t.grade, 9, 1) + interval '10 hours') at time zone 'Asia/Shanghai', 'desk', null, (make_date(t.grade + 3, 6, 22) + interval '15 hours') at time zone 'Asia/Shanghai', 'graduate'
    from t join bed on bed.gender = t.gender_code and bed.n = 1 + (t.n + t.grade * 97) % bed.total
    where make_date(t.grade + 3, 6, 30) < ${today()}::date`)
}
