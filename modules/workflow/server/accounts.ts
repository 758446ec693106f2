import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { today } from '#server/today.ts'

/** An account that may be asked to decide something, unless it is switched off or past its last day. */
export interface Account {
  id: string
  name: string
  isAble: boolean
  teacherId: string | null
  studentId: string | null
  departmentId: string | null
  isStudent: boolean
  /** Those of the roles asked for that it holds today. */
  roles: readonly string[]
}
/** Whom a question needs to know about, gathered first so that one statement answers it. */
export class Needs {
  readonly userIds = new Set<string>()
  readonly teacherIds = new Set<string>()
  readonly studentIds = new Set<string>()
  readonly roles = new Set<string>()
}
/** All that were found, and those of them that can act, by what they are asked for. */
export interface Accounts {
  all: readonly Account[]
  byId: ReadonlyMap<string, Account>
  byTeacher: ReadonlyMap<string, Account>
  byStudent: ReadonlyMap<string, Account>
  /** Sorted by account number, so that one after another (依次) means the same every time. */
  byRole: ReadonlyMap<string, readonly Account[]>
}
const NOBODY: Accounts = { all: [], byId: new Map(), byTeacher: new Map(), byStudent: new Map(), byRole: new Map() }

/** The accounts asked for. */
export async function accountsFor(db: Db, { userIds, teacherIds, studentIds, roles }: Needs): Promise<Accounts> {
  if (!userIds.size && !teacherIds.size && !studentIds.size && !roles.size) return NOBODY
  const rows = await db.query<Account>(sql`
    with held as (select ru.user_id, array_agg(distinct r.code) as roles from role r join role_user ru on ru.tenant_id = r.tenant_id and ru.role_id = r.id
      where r.tenant_id = ${db.me.tenantId} and r.code = any(${[...roles]}::text[])
        and (ru.valid_from is null or ru.valid_from <= ${today()}) and (ru.valid_to is null or ru.valid_to >= ${today()}) group by ru.user_id),
    wanted as (select user_id as id from held union select unnest(${[...userIds]}::uuid[])
      union select id from sys_user where tenant_id = ${db.me.tenantId} and realm = 'admin' and teacher_id = any(${[...teacherIds]}::uuid[])
      union select id from sys_user where tenant_id = ${db.me.tenantId} and realm = 'admin' and student_id = any(${[...studentIds]}::uuid[]))
    select u.id, u.nick_name as name, u.teacher_id as "teacherId", u.student_id as "studentId", u.department_id as "departmentId", u.user_type = 2 as "isStudent", coalesce(h.roles, '{}') as roles,
      u.realm = 'admin' and u.status <> 'disabled' and (u.valid_until is null or u.valid_until >= ${today()}) as "isAble"
    from wanted w join sys_user u on u.tenant_id = ${db.me.tenantId} and u.id = w.id left join held h on h.user_id = u.id order by u.account_no`)
  return indexed(rows)
}
function indexed(all: readonly Account[]): Accounts {
  const rows = all.filter(a => a.isAble)
  const byRole = new Map<string, Account[]>()
  for (const row of rows) for (const code of row.roles) byRole.set(code, [...(byRole.get(code) ?? []), row])
  const by = (key: 'teacherId' | 'studentId') => new Map(rows.flatMap(r => (r[key] ? [[r[key], r] as const] : [])))
  return { all, byId: new Map(rows.map(r => [r.id, r])), byTeacher: by('teacherId'), byStudent: by('studentId'), byRole }
}
