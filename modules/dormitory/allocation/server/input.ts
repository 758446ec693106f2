import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { roomGender } from '../../stays/server/api.ts'
import type { FreeBed, Occupant, Pin, PlanInput, Quota, Resident, Room } from '../model/engine/types.ts'
import { parseRules } from '../model/rules.ts'
import type { Plan, Run } from './plan.ts'
import { bedless, bedsFrom, givable, inPool, meant } from './pool.ts'

/** Mainland, Hong Kong, Macao and Taiwan: not international students. */
const AT_HOME = ['156', '344', '446', '158']
const QUIET: Readonly<Record<string, number>> = { quiet: 1, either: 0, lively: -1 }
const DAY = 24 * 60
interface Said extends Omit<Occupant, 'sleepAt' | 'wakeAt' | 'quiet' | 'smokes' | 'wishes'> {
  studentNo: string | null
  sleepTime: string | null
  wakeTime: string | null
  quiet: string | null
  smoking: string | null
  roommates: string[] | null
}
const minutes = (time: string | null): number | null => (time ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) : null)
/** Minutes after noon, so that 23:30 is near 00:30. */
const afterNoon = (time: string | null): number | null => {
  const at = minutes(time)
  return at === null ? null : (at + DAY / 2) % DAY
}
/** Loads the engine's input, set-based, whatever the size of the school. */
export async function inputOf(db: Db, plan: Plan, seed: number = plan.seed): Promise<PlanInput> {
  const [students, { rooms, beds }, residents, quotas, pins] = [
    await studentsOf(db, plan),
    await roomsOf(db, plan),
    await residentsOf(db, plan),
    await quotasOf(db, plan),
    await pinsOf(db, plan),
  ]
  return { students, rooms, beds, residents, quotas, pins, rules: plan.rules, seed }
}
/** The same with the rules and seed stored in a simulation, so that it is checked against them even if the plan has changed. */
export const inputOfRun = (db: Db, plan: Plan, run: Pick<Run, 'rules' | 'seed'>): Promise<PlanInput> =>
  inputOf(db, { ...plan, rules: parseRules(run.rules ?? {}) ?? plan.rules }, run.seed ?? undefined)
/** Participants with their wishes. Only the existence of medical grounds is read (20-DP10). */
async function studentsOf(db: Db, plan: Plan): Promise<Occupant[]> {
  const rows = await db.query<Said>(sql`
    select s.id, s.student_no as "studentNo", s.class_id as "classId", s.major_id as "majorId", s.grade_major_id as "gradeMajorId", s.department_id as "departmentId", s.campus_id as "campusId", s.grade,
      s.gender_code as "genderCode", coalesce(s.nationality_code, '156') <> all(${AT_HOME}::text[]) as "isInternational", coalesce(w.needs_accessible, false) as "needsAccessible",
      coalesce(w.medical_note, '') <> '' as "hasPriority", left(coalesce(s.home_canton, s.native_canton), 4) as prefecture, w.bed_type as "bedType", w.sleep_time::text as "sleepTime",
      w.wake_time::text as "wakeTime", w.quiet, w.smoking, w.height, w.roommates
    from student s left join presort_wish w on w.tenant_id = s.tenant_id and w.student_id = s.id
    where s.tenant_id = ${db.me.tenantId} and ${meant(plan.studentFilter)} and ${bedless(db, plan.startDate)}
      and not exists (select 1 from presort_pin p where p.tenant_id = s.tenant_id and p.plan_id = ${plan.id} and p.student_id = s.id and p.kind = 'exclude')`)
  const byNo = new Map(rows.flatMap(s => (s.studentNo ? [[s.studentNo, s] as const] : [])))
  const roommate = (no: string, genderCode: string): string[] => {
    const other = byNo.get(no)
    return other?.genderCode === genderCode ? [other.id] : []
  }
  return rows.map(({ studentNo: _no, sleepTime, wakeTime, quiet, smoking, roommates, ...s }) => ({
    ...s,
    sleepAt: afterNoon(sleepTime),
    wakeAt: minutes(wakeTime),
    quiet: quiet ? (QUIET[quiet] ?? 0) : null,
    smokes: smoking ? smoking === 'yes' : null,
    wishes: (roommates ?? []).flatMap(no => roommate(no, s.genderCode)),
  }))
}
interface GrantedRoom extends Omit<Room, 'onlyDepartmentId' | 'onlyClassIds'> {
  departmentId: string | null
  grantedTo: string | null
  grantedClasses: string[] | null
  free: Array<{ id: string; bedNo: number; bedType: string }>
}
async function roomsOf(db: Db, plan: Plan): Promise<{ rooms: Room[]; beds: FreeBed[] }> {
  const rows = await db.query<GrantedRoom>(sql`
    with free as (select b.room_id, jsonb_agg(jsonb_build_object('id', b.id, 'bedNo', b.bed_no, 'bedType', b.bed_type)) as beds
      from ${bedsFrom(db)} where ${inPool(db, plan.poolFilter)} and ${givable(db, plan.startDate)} group by 1)
    select r.id, r.room_no as "roomNo", r.floor_id as "floorId", r.dorm_id as "dormId", d.campus_id as "campusId", f.floor_no as "floorNo", ${roomGender} as "genderCode", coalesce(r.accessible, false) as accessible,
      r.department_id as "departmentId", free.beds as free, (select count(*)::int from dorm_bed b where b.tenant_id = r.tenant_id and b.room_id = r.id and b.is_enabled and b.deleted_at is null) as capacity,
      g.department as "grantedTo", g.classes as "grantedClasses"
    from free join dorm_room r on r.tenant_id = ${db.me.tenantId} and r.id = free.room_id join dorm_floor f on f.tenant_id = r.tenant_id and f.id = r.floor_id join dorm_building d on d.tenant_id = r.tenant_id and d.id = r.dorm_id
    left join lateral (select (array_agg(g.department_id))[1] as department, jsonb_agg(g.class_id) filter (where g.class_id is not null) as classes
      from presort_line g where g.tenant_id = r.tenant_id and g.room_id = r.id and g.is_granted and g.plan_id <> ${plan.id} having count(*) > 0) g on true`)
  const rooms = rows.map(({ departmentId, grantedTo, grantedClasses, free: _free, ...r }) => ({
    ...r,
    onlyDepartmentId: grantedClasses ? null : (grantedTo ?? (plan.poolFilter.ownCollege ? departmentId : null)),
    onlyClassIds: grantedClasses,
  }))
  return { rooms, beds: rows.flatMap(r => r.free.map(b => ({ ...b, roomId: r.id }))) }
}
/** Residents of these rooms who stay. */
const residentsOf = (db: Db, plan: Plan): Promise<Resident[]> =>
  db.query<Resident>(sql`
    select y.room_id as "roomId", y.class_id as "classId", s.major_id as "majorId", y.department_id as "departmentId", y.grade
    from dorm_stay y join student s on s.tenant_id = y.tenant_id and s.id = y.student_id join dorm_room r on r.tenant_id = y.tenant_id and r.id = y.room_id join dorm_building d on d.tenant_id = r.tenant_id and d.id = r.dorm_id
    where y.tenant_id = ${db.me.tenantId} and y.is_open and y.kind <> 'temporary' and (y.state <> 'held' or y.hold_until > now()) and y.period && daterange(${plan.startDate}::date, null) and ${inPool(db, plan.poolFilter)}`)
const quotasOf = (db: Db, plan: Plan): Promise<Quota[]> =>
  db.query<Quota>(sql`select case when grade_major_id is null and class_id is null then department_id end as "departmentId", case when class_id is null then grade_major_id end as "gradeMajorId", class_id as "classId",
      gender_code as "genderCode", beds, rooms from presort_quota where tenant_id = ${db.me.tenantId} and plan_id = ${plan.id}`)
const pinsOf = (db: Db, plan: Plan): Promise<Pin[]> =>
  db.query<Pin>(sql`select student_id as "studentId", bed_id as "bedId" from presort_pin where tenant_id = ${db.me.tenantId} and plan_id = ${plan.id} and kind = 'pin'`)
