import sql, { type Sql } from 'sql-template-tag'
import { STUDENT_STATUS } from '#modules/student/model/status.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { schoolTimeSql } from '#server/data/school-time-sql.ts'
import { serialNoSql } from '#server/data/serial-no.ts'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { fees } from '../../places/server/api.ts'
import { ROOM_WHY } from '../model/rules.ts'
import { dormStay } from '../model/stay.ts'
import { expireHolds, tellReserved } from './arrange.ts'
import { bedWithPlace, isLockedNow, roomGender, roomWhy } from './beds.ts'
import { type Brief, told } from './write.ts'

const FILLS = [
  'stayNo',
  'studentNo',
  'name',
  'genderCode',
  'departmentId',
  'grade',
  'classId',
  'roomId',
  'floorId',
  'dormId',
  'campusId',
  'source',
  'state',
  'checkInWay',
  'checkInBy',
  'plannedOut',
  'feePerYear',
] as const
/** 导入住宿: matched by student number and kind; a line with a check-in time is a resident. 30,000 lines in a dozen statements. */
export default importRules(dormStay, {
  fills: FILLS,
  async prepare(db, { rows, tenantId, userId }) {
    await expireHolds(db)
    await db.query(sql`create index on ${rows} (bed_id)`)
    await db.query(sql`update ${rows} s set stay_no = ${serialNoSql('ZS', 'dorm_stay_no_seq')}, source = 'import' where s._new`)
    await db.query(sql`update ${rows} s set student_no = t.student_no, name = t.name, gender_code = t.gender_code, department_id = t.department_id, grade = t.grade, class_id = t.class_id,
        planned_out = coalesce(s.planned_out, case when s.kind <> 'temporary' and t.expected_graduation > s.planned_in then t.expected_graduation end)
      from student t where t.tenant_id = ${tenantId} and t.id = s.student_id`)
    await db.query(sql`update ${rows} s set room_id = b.room_id, floor_id = b.floor_id, dorm_id = b.dorm_id, campus_id = d.campus_id from dorm_bed b join dorm_building d on d.tenant_id = b.tenant_id and d.id = b.dorm_id
      where b.tenant_id = ${tenantId} and b.id = s.bed_id`)
    await db.query(sql`update ${rows} s set state = 'checkedIn', check_in_way = 'batch', check_in_by = ${userId}::uuid where s.check_in_at is not null and s.state = 'reserved'`)
    await lockBeds(db, rows)
    await fillPrices(db, rows)
  },
  check: stage => [studentFaults(stage), ...bedFaults(stage), dateFaults(stage), ...takenFaults(stage), ...ownFaults(stage), movedFaults(stage)],
  async written(db, { rows }) {
    // bulk insert: refresh planner statistics
    await db.query(sql`analyze dorm_stay`)
    // written by this import
    const stays = await db.query<Brief>(
      sql`select id, student_id as "studentId", bed_id as "bedId", kind, state, planned_in::text as "plannedIn" from ${rows} s where _new or _changed order by _row`,
    )
    await db.emitMany(
      'dormitory.stayCheckedIn',
      told(
        stays.filter(s => s.state === 'checkedIn'),
        today(),
      ),
    )
    const reserved = stays.filter(s => s.state === 'reserved')
    await tellReserved(
      db,
      reserved,
      await studentsOf(
        db,
        reserved.map(s => s.studentId),
      ),
    )
  },
})
/** Locks the beds, as the desk does, against concurrent locking or disabling. */
async function lockBeds(db: Db, rows: Sql): Promise<void> {
  await db.query(sql`select 1 from dorm_bed b where b.tenant_id = ${db.me.tenantId} and b.id in (select bed_id from ${rows} s) order by b.id for update`)
}
async function fillPrices(db: Db, rows: Sql): Promise<void> {
  const rooms = await db.query<{ id: string }>(sql`select distinct room_id as id from ${rows} s where s.state = 'checkedIn' and s.fee_per_year is null and s.room_id is not null`)
  const prices = [
    ...(await fees(db).prices(
      db,
      rooms.map(r => r.id),
    )),
  ]
  if (prices.length)
    await db.query(
      sql`update ${rows} s set fee_per_year = p.price from unnest(${prices.map(p => p[0])}::uuid[], ${prices.map(p => p[1])}::bigint[]) p(room, price) where p.room = s.room_id and s.state = 'checkedIn' and s.fee_per_year is null`,
    )
}
const fault = (field: string, rule: string, values: Sql, from: Sql): Sql => sql`select s._row as row, ${field}::text as field, ${rule}::text as rule, ${values} as values ${from}`
const words = (column: Sql, of: Readonly<Record<string, string>>): Sql => sql`coalesce(${JSON.stringify(of)}::jsonb ->> ${column}, ${column})`
/** Unchanged lines are not checked. */
const touched = sql`(s._new or s._changed)`

const studentFaults = ({ rows, tenantId }: Stage): Sql =>
  fault(
    'studentId',
    'studentGone',
    sql`jsonb_build_object('name', t.name, 'status', ${words(sql`t.status`, STUDENT_STATUS)})`,
    sql`from ${rows} s join student t on t.tenant_id = ${tenantId} and t.id = s.student_id where s._new and (not t.is_at_school and t.status not in ('preEnrolled', 'reserved', 'retained'))`,
  )
/** Each line needs an assignable bed of the student's sex. */
function bedFaults({ rows, tenantId }: Stage): Sql[] {
  const bed = sql`from ${rows} s join (select b.id, b.full_name, b.is_enabled, case when ${isLockedNow} then b.lock_reason end as locked, ${schoolTimeSql(sql`b.locked_at`)} as locked_at, (select u.nick_name from sys_user u where u.tenant_id = b.tenant_id and u.id = b.locked_by) as locked_by, ${roomWhy(today())} as why, ${roomGender} as gender from ${bedWithPlace(tenantId)}) b on b.id = s.bed_id where ${touched} and`
  const gender = { 1: '男', 2: '女' }
  return [
    fault('bedId', 'bedOff', sql`jsonb_build_object('bed', b.full_name)`, sql`${bed} not b.is_enabled`),
    fault('bedId', 'bedLocked', sql`jsonb_build_object('bed', b.full_name, 'reason', b.locked, 'by', b.locked_by, 'at', b.locked_at)`, sql`${bed} b.locked is not null`),
    fault('bedId', 'roomOff', sql`jsonb_build_object('bed', b.full_name, 'why', ${words(sql`b.why`, ROOM_WHY)})`, sql`${bed} b.why is not null`),
    fault('bedId', 'noGender', sql`jsonb_build_object('bed', b.full_name)`, sql`${bed} b.gender is null`),
    fault(
      'bedId',
      'gender',
      sql`jsonb_build_object('name', s.name, 'student', ${words(sql`s.gender_code`, gender)}, 'bed', b.full_name, 'room', ${words(sql`b.gender`, gender)})`,
      sql`${bed} b.gender <> s.gender_code`,
    ),
  ]
}
const dateFaults = ({ rows }: Stage): Sql => sql`
  select s._row as row, x.field, x.rule, x.values from ${rows} s cross join lateral (values
    ('plannedOut', 'order', s.planned_out <= s.planned_in, jsonb_build_object('plannedOut', s.planned_out, 'plannedIn', s.planned_in)),
    ('checkInAt', 'futureCheckIn', s.check_in_at > now(), jsonb_build_object('checkInAt', ${schoolTimeSql(sql`s.check_in_at`)})),
    ('checkInAt', 'beforePlan', (s.check_in_at at time zone 'Asia/Shanghai')::date < s.planned_in, jsonb_build_object('on', (s.check_in_at at time zone 'Asia/Shanghai')::date, 'plannedIn', s.planned_in))
  ) x(field, rule, is_wrong, values) where ${touched} and x.is_wrong`
const both = sql`(o.kind = 'temporary') = (s.kind = 'temporary')`
/** Overlaps with existing stays and among the lines. Lines with invalid dates are skipped. */
function takenFaults({ rows, tenantId }: Stage): Sql[] {
  const bed = sql`(select b.full_name from dorm_bed b where b.tenant_id = ${tenantId} and b.id = s.bed_id)`
  return [
    fault(
      'bedId',
      'taken',
      sql`jsonb_build_object('bed', ${bed}, 'from', o.planned_in, 'holder', o.name)`,
      sql`from ${rows} s join dorm_stay o on o.tenant_id = ${tenantId} and o.bed_id = s.bed_id and o.is_open and o.id <> s.id and ${both} and (o.period && s.period or (o.state = 'checkedIn' and s.state = 'checkedIn'))
        where ${touched} and not exists (select 1 from ${rows} x where x.id = o.id)`,
    ),
    fault(
      'bedId',
      'takenInFile',
      sql`jsonb_build_object('bed', ${bed}, 'first', o.row)`,
      sql`from ${rows} s cross join lateral (select min(o._row) as row from ${rows} o where o.bed_id = s.bed_id and o._row < s._row and ${both} and (o.period && s.period or (o.state = 'checkedIn' and s.state = 'checkedIn'))) o where o.row is not null`,
    ),
  ]
}
function ownFaults({ rows, tenantId }: Stage): Sql[] {
  return [
    fault(
      'studentId',
      'twice',
      sql`jsonb_build_object('name', s.name, 'from', o.planned_in, 'bed', b.full_name)`,
      sql`from ${rows} s join dorm_stay o on o.tenant_id = ${tenantId} and o.student_id = s.student_id and o.is_open and o.id <> s.id and o.kind = s.kind and o.period && s.period join dorm_bed b on b.tenant_id = o.tenant_id and b.id = o.bed_id
        where ${touched} and not exists (select 1 from ${rows} x where x.id = o.id)`,
    ),
  ]
}
/** A resident changes beds by a move, not by import. */
const movedFaults = ({ rows, tenantId }: Stage): Sql =>
  fault(
    'bedId',
    'hasLived',
    sql`jsonb_build_object('name', s.name, 'bed', b.full_name)`,
    sql`from ${rows} s join dorm_stay o on o.tenant_id = ${tenantId} and o.id = s.id and o.state = 'checkedIn' and o.bed_id <> s.bed_id join dorm_bed b on b.tenant_id = o.tenant_id and b.id = o.bed_id`,
  )
