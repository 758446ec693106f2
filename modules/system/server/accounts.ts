import sql, { empty, type Sql } from 'sql-template-tag'
import { holdsToday } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { endSessions } from '#server/identity/api.ts'
import { reassignTodos } from '#server/notifications/todos.ts'
import { accountAlias } from '../model/account-alias.ts'
import { roleUser } from '../model/role.ts'
import { user } from '../model/user.ts'
import { enabledAdmins } from './admins.ts'
import { grantsChanged } from './changes.ts'
import { deriveRoles } from './derive-roles.ts'
import { setting } from './parameters.ts'

/** Limits the sync to these people; without it the whole school. */
export interface Whose {
  studentIds?: readonly string[]
  teacherIds?: readonly string[]
}
export interface Synced {
  created: number
  updated: number
  disabled: number
}
interface Source {
  /** Account field that links to the record. */
  tie: 'studentId' | 'teacherId'
  userType: 1 | 2
  role: 'student' | 'teacher'
  /** Subselect of id, number, name, department and person of everybody who needs an account. */
  people: Sql
}
/** Creates missing accounts of students and teachers and copies name, number and department from their records (nightly and on change). Set-based: thirty thousand accounts take
 *  a few statements. New accounts have no password, because hashing that many would take an hour; it is set by hand or by a background job. Idempotent. */
export async function syncAccounts(db: Db, whose: Whose = {}): Promise<Synced> {
  const isAll = !whose.studentIds && !whose.teacherIds
  const hasStudents = isAll || whose.studentIds !== undefined
  const sources = [...(isAll || whose.teacherIds ? [teachers(db, whose.teacherIds)] : []), ...(isAll || whose.studentIds ? [students(db, whose.studentIds)] : [])]
  const total: Synced = { created: 0, updated: 0, disabled: 0 }
  if (isAll || (whose.studentIds?.length ?? 0) > 100) await forgetPlans(db)
  for (const source of sources) {
    await link(db, source)
    total.updated += await follow(db, source)
    await giveRole(db, source)
    total.created += await create(db, source)
  }
  if (isAll || whose.teacherIds) await deriveRoles(db, whose.teacherIds)
  total.disabled = (isAll || whose.teacherIds ? await closeStaff(db, whose.teacherIds) : 0) + (hasStudents ? await closeStudents(db, whose.studentIds) : 0)
  return total
}
/** Discard cached plans: foreign-key checks planned while the table was empty would scan all accounts for each of thirty thousand roles. */
const forgetPlans = (db: Db): Promise<unknown> => db.query(sql`discard plans`)
const among = (column: Sql, ids: readonly string[] | undefined): Sql => (ids ? sql`and ${column} = any(${[...ids]}::uuid[])` : empty)
const teachers = (db: Db, ids: readonly string[] | undefined): Source => ({
  tie: 'teacherId',
  userType: 1,
  role: 'teacher',
  people: sql`select t.id, t.staff_no as no, t.name, t.department_id, t.person_id from teacher t
    where t.tenant_id = ${db.me.tenantId} and t.status in ('active', 'onLeave') ${among(sql`t.id`, ids)}`,
})
/** From the student number on: new students have theirs before they are enrolled. */
const students = (db: Db, ids: readonly string[] | undefined): Source => ({
  tie: 'studentId',
  userType: 2,
  role: 'student',
  people: sql`select s.id, s.student_no as no, s.name, s.department_id, s.person_id from student s
    where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and (s.has_record or s.status = 'preEnrolled') and s.student_no is not null ${among(sql`s.id`, ids)}`,
})
/** No history rows for bulk changes derived from a record: the record has the history. */
const FROM_RECORDS = { history: false } as const
/** A role derived from the record, over an account `u` and a role `r`. */
const DERIVED = { roleId: sql`r.id`, userId: sql`u.id`, source: 'derived' } as const
const tieOf = (s: Source): Sql => (s.tie === 'studentId' ? sql`student_id` : sql`teacher_id`)

/** Links an account created by hand to the record with the same number, if that record has none. */
async function link(db: Db, s: Source): Promise<void> {
  const isTheirs = sql`u.realm = 'admin' and u.account_no = p.no and u.${tieOf(s)} is null and u.user_type = ${s.userType}
    and not exists (select from sys_user o where o.tenant_id = ${db.me.tenantId} and o.realm = 'admin' and o.${tieOf(s)} = p.id)`
  await db.updateWhere(user, isTheirs, { [s.tie]: sql`p.id` }, { as: 'u', from: sql`(${s.people}) p` })
}
/** Updates accounts from their records; a number already used by another account is left unchanged. */
async function follow(db: Db, s: Source): Promise<number> {
  const tie = tieOf(s)
  const isBehind = sql`u.realm = 'admin' and u.${tie} = p.id and (u.nick_name, u.department_id, u.person_id, u.account_no) is distinct from (p.name, p.department_id, p.person_id, p.no)
    and not exists (select from sys_user o where o.tenant_id = u.tenant_id and o.realm = 'admin' and o.account_no = p.no and o.id <> u.id)`
  const people = sql`(${s.people}) p`
  // a number replaced by another goes on signing in
  const renamed = sql`sys_user u, ${people} where u.tenant_id = ${db.me.tenantId} and ${isBehind} and u.account_no <> p.no`
  await db.insertFrom(accountAlias, { userId: sql`u.id`, realm: sql`u.realm`, alias: sql`u.account_no` }, renamed, { skipExisting: true, ...FROM_RECORDS })
  const rows = await db.updateWhere(
    user,
    isBehind,
    {
      nickName: sql`p.name`,
      departmentId: sql`p.department_id`,
      personId: sql`p.person_id`,
      accountNo: sql`p.no`,
      userName: sql`case when u.user_name = u.account_no then p.no else u.user_name end`,
    },
    { as: 'u', from: people },
  )
  await drop(
    db,
    rows.map(r => r.id),
  )
  return rows.length
}
/** Creates accounts with their role. Existing accounts are looked up first in one pass: a per-row lookup would scan the growing table thirty thousand times. */
async function create(db: Db, s: Source): Promise<number> {
  const without = sql`(with p as (${s.people}),
    have as materialized (select p.id from p join sys_user u on u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and u.${tieOf(s)} = p.id)
    select * from p where p.id not in (select id from have)) p`
  const account = {
    userName: sql`p.no`,
    accountNo: sql`p.no`,
    nickName: sql`p.name`,
    userType: s.userType,
    [s.tie]: sql`p.id`,
    personId: sql`p.person_id`,
    departmentId: sql`p.department_id`,
  }
  const made = await db.insertFrom(user, account, without, { skipExisting: true, ...FROM_RECORDS })
  const ids = made.map(m => m.id)
  if (ids.length) await db.insertFrom(roleUser, DERIVED, sql`unnest(${ids}::uuid[]) u(id) join role r on r.tenant_id = ${db.me.tenantId} and r.code = ${s.role}`, FROM_RECORDS)
  return ids.length
}
/** Restores the derived role where the record exists and the role is missing. */
async function giveRole(db: Db, s: Source): Promise<void> {
  const lacking = sql`(
    with p as (${s.people}), target as materialized (select id from role where tenant_id = ${db.me.tenantId} and code = ${s.role}),
    who as materialized (select u.id from p join sys_user u on u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and u.${tieOf(s)} = p.id),
    held as materialized (select o.user_id from who join role_user o on o.tenant_id = ${db.me.tenantId} and o.user_id = who.id and o.role_id in (select id from target))
    select who.id from who where who.id not in (select user_id from held)) u, role r where r.tenant_id = ${db.me.tenantId} and r.code = ${s.role}`
  const rows = await db.insertFrom(roleUser, DERIVED, lacking, { skipExisting: true, returning: ['userId'], ...FROM_RECORDS })
  await drop(
    db,
    rows.map(r => r.userId),
  )
}
/** Removes roles of staff some time after they left; the leaving date is stored on the account and cleared when they return. */
async function closeStaff(db: Db, ids: readonly string[] | undefined): Promise<number> {
  const hasLeft = sql`e.status in ('retired', 'left')`
  const isOther = sql`e.tenant_id = u.tenant_id and e.id = u.teacher_id and (u.left_on is not null) is distinct from (${hasLeft}) ${among(sql`e.id`, ids)}`
  await db.updateWhere(user, isOther, { leftOn: sql`case when ${hasLeft} then ${today()}::date end` }, { as: 'u', from: sql`teacher e`, bookkeeping: true })
  return (await shut(db, sql`u.left_on + ${await graceDays(db)}::int <= ${today()}::date ${among(sql`u.teacher_id`, ids)}`)).length
}
const graceDays = (db: Db): Promise<number> => setting<number>(db, 'account', 'graceDays')

/** Removes roles of students the same time after their studies ended; graduates keep their account as alumni. */
async function closeStudents(db: Db, ids: readonly string[] | undefined): Promise<number> {
  const ended = sql`select h.student_id from class_history h join student s on s.tenant_id = h.tenant_id and s.id = h.student_id
    where h.tenant_id = ${db.me.tenantId} and h."to" is null and not s.has_record and h.status = s.status and h."from" + ${await graceDays(db)}::int <= ${today()}::date ${among(sql`s.id`, ids)}`
  await makeAlumni(db, sql`${ended} and s.status = 'graduated'`)
  return (await shut(db, sql`u.student_id in (${ended} and s.status not in ('graduated', 'preEnrolled', 'reserved'))`)).length
}
/** Disables accounts past their expiry date; dates set by an administrator were validated then. */
export async function expire(db: Db): Promise<number> {
  const rows = await db.updateWhere(user, sql`status = 'enabled' and valid_until < ${today()}`, { status: 'expired' })
  const ids = rows.map(r => r.id)
  await endSessions(db, ids, 'disabled')
  await drop(db, ids)
  return ids.length
}
/** Closes accounts: hands over open work, then removes the roles and disables the account. The last administrator is kept until there is another. */
async function shut(db: Db, which: Sql): Promise<string[]> {
  const wanted = await db.query<{ id: string }>(
    sql`select u.id from sys_user u where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and u.status in ('enabled', 'locked') and ${which}`,
  )
  const admins = (await enabledAdmins(db)).map(a => a.id)
  const isEmptied = admins.length > 0 && admins.every(id => wanted.some(w => w.id === id))
  const ids = wanted.map(w => w.id).filter(id => !isEmptied || !admins.includes(id))
  if (!ids.length) return ids
  await passOn(db, ids)
  await db.removeWhere(roleUser, { userId: ids })
  await db.updateWhere(user, { id: ids }, { status: 'disabled' })
  await endSessions(db, ids, 'disabled')
  await drop(db, ids)
  await db.emitMany(
    'system.userDisabled',
    ids.map(userId => ({ userId, reason: 'left' })),
  )
  return ids
}
/** Reassigns open work of staff to whoever was chosen, else the head of their department, else an officer, else an administrator; a student's open tasks are cancelled. */
export async function passOn(db: Db, ids: readonly string[], receiverId: string | null = null): Promise<void> {
  const heirs = await db.query<{ from: string; to: string | null }>(sql`
    select u.id as "from", case when u.user_type <> 2 then coalesce(${receiverId}::uuid, (
      select h.id from active_account h join role_user ru on ru.tenant_id = h.tenant_id and ru.user_id = h.id join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
      where h.tenant_id = u.tenant_id and h.realm = 'admin' and h.id <> all(${ids}::uuid[])
        and ${holdsToday()}
        and (r.code in ('officer', 'admin') or (r.code = 'college' and h.department_id = u.department_id))
      order by array_position(array['college', 'officer', 'admin'], r.code), h.account_no limit 1)) end as "to"
    from sys_user u where u.tenant_id = ${db.me.tenantId} and u.id = any(${ids}::uuid[]) and exists (select from todo t where t.tenant_id = u.tenant_id and t.user_id = u.id and t.state = 'open')`)
  await reassignTodos(db, heirs)
}
/** Graduates keep one role, which opens the alumni pages. */
async function makeAlumni(db: Db, graduates: Sql): Promise<void> {
  const who = sql`(select u.id from sys_user u where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and u.student_id in (${graduates})) u`
  const alumnus = sql`${who} join role r on r.tenant_id = ${db.me.tenantId} and r.code = 'alumnus'`
  const added = await db.insertFrom(roleUser, DERIVED, alumnus, { skipExisting: true, returning: ['userId'], ...FROM_RECORDS })
  const others = sql`r.tenant_id = ru.tenant_id and r.code <> 'alumnus' and ru.role_id = r.id and ru.user_id = u.id`
  const taken = await db.removeWhere(roleUser, others, { as: 'ru', from: sql`role r, ${who}`, returning: ['userId'], ...FROM_RECORDS })
  await grantsChanged(db, { userIds: [...new Set([...added, ...taken].map(r => r.userId))] })
}
async function drop(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length) await db.permissionsChanged(userIds)
}
