import sql, { empty, type Sql } from 'sql-template-tag'
import { departmentsBelow } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { caseRegister } from '../model/actions.ts'
import { isPsychologist } from './centre.ts'
import { isHead } from './head.ts'

const TAKEN_DAYS = 3
/** ML0 knows what to do, ML1 what to watch for, ML2 everything but consultation notes. */
export type Layer = 0 | 1 | 2
export interface Seen {
  id: string
  studentId: string
  layer: Layer
}
/** Departments of a manager of a college. A role for the whole school, such as that of an office, is none: the relation counts. */
export async function ownColleges(db: Db): Promise<string[]> {
  const { me } = db
  const isOfCollege = me.permissions.get(caseRegister.permission)?.some(r => r.scope === 'dept' || r.scope === 'deptOnly')
  return isOfCollege && me.departmentId ? departmentsBelow(db, me.departmentId) : []
}
/** What the caller is to cases today, as a relation (id, layer); cases without a layer are not in it. */
export async function layersOf(db: Db, more: Sql = empty): Promise<Sql> {
  const { tenantId, userId, teacherId } = db.me
  const head = await isHead(db)
  const member = (layer: 'ml0' | 'ml2'): Sql =>
    sql`exists (select from attention_member m where m.tenant_id = t.tenant_id and m.case_id = t.id and m.user_id = ${userId} and m.layer = ${layer} and ${today()}::date between m."from" and m."to")`
  const staff = (role: 'fdy' | 'bzr'): Sql =>
    sql`exists (select from student_staff_now k where k.tenant_id = t.tenant_id and k.student_id = t.student_id and k.role = ${role} and k.user_id = ${userId})`
  const house = sql`exists (select from dorm_stay y join dorm_building d on d.tenant_id = y.tenant_id and d.id = y.dorm_id
    where y.tenant_id = t.tenant_id and y.student_id = t.student_id and y.is_open and d.manager_ids ? ${teacherId ?? ''})`
  // whom a call has reached, as long as it lasts; who took it over, for days enough to hand it on
  const called = sql`exists (select from attention_call c join attention_call_step k on k.tenant_id = c.tenant_id and k.call_id = c.id and k.user_id = ${userId} and k.called_at is not null
    where c.tenant_id = t.tenant_id and c.case_id = t.id and (c.state = 'calling' or c.taken_by_id = ${userId} and c.taken_at > now() - ${TAKEN_DAYS} * interval '1 day'))`
  const isOpen = sql`t.state <> 'closed'`
  // what is proposed by a screening is the centre's alone until it is confirmed
  const isConfirmed = sql`(t.opened_at is not null or t.level in ('3', '4'))`
  return sql`(select x.* from (select t.id, t.student_id, t.level, t.state, t.opened_at, t.created_at, t.next_follow_up_on, t.due_at, t.owner_id, s.department_id, s.name, s.student_no, s.class_id, case
      when ${head} or ${member('ml2')} then 2
      when t.state = 'proposed' and t.level in ('1', '2') and ${isPsychologist(db)} then 1
      when t.state = 'open' and t.review_to is not null and ${isPsychologist(db)} then 1
      when ${isOpen} and ${called} then 1
      when ${isOpen} and ${isConfirmed} and (t.owner_id = ${userId} or t.backup_id = ${userId} or s.department_id = any(${await ownColleges(db)}::uuid[]) or ${staff('fdy')}) then 1
      when t.state not in ('proposed', 'closed') and t.action_card is not null and (${member('ml0')} or ${staff('bzr')} or ${house}) then 0 end as layer
    from attention_case t join student s on s.tenant_id = t.tenant_id and s.id = t.student_id and s.deleted_at is null where t.tenant_id = ${tenantId} ${more}) x where x.layer is not null)`
}
/** The caller's layer of one case; undefined where the case is not there for them. */
export async function layerOf(db: Db, id: string): Promise<Seen | undefined> {
  const [seen] = await db.query<Seen>(sql`select x.id, x.student_id as "studentId", x.layer from ${await layersOf(db, sql`and t.id = ${id}`)} x`)
  return seen
}
