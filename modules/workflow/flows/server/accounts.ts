import sql, { type Sql } from 'sql-template-tag'
import { role } from '#modules/system/model/role.ts'
import { holdsToday } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { anyOf } from '#server/data/where.ts'

/** An account that can be an approver, unless it is disabled or past its last day. */
export interface Account {
  id: string
  name: string
  isAble: boolean
  teacherId: string | null
  studentId: string | null
  departmentId: string | null
  isStudent: boolean
  /** Of the requested roles, those the account holds today. */
  roles: readonly string[]
}
/** Collects the accounts and roles needed, so that one statement loads them all. */
export class Needs {
  readonly userIds = new Set<string>()
  readonly teacherIds = new Set<string>()
  readonly studentIds = new Set<string>()
  /** Role code → departments whose holders are wanted; undefined for all departments. */
  readonly roles = new Map<string, Set<string> | undefined>()
  /** All holders of a role, or only those in these departments. */
  role(code: string, departments?: readonly string[]): void {
    const known = this.roles.get(code)
    const isAll = departments === undefined || (this.roles.has(code) && known === undefined)
    this.roles.set(code, isAll ? undefined : new Set([...(known ?? []), ...departments]))
  }
}
/** The loaded accounts, indexed by what was requested, with those that can act. */
export interface Accounts {
  all: readonly Account[]
  byId: ReadonlyMap<string, Account>
  byTeacher: ReadonlyMap<string, Account>
  byStudent: ReadonlyMap<string, Account>
  /** Sorted by account number, so that sequential approval (依次) has a stable order. */
  byRole: ReadonlyMap<string, readonly Account[]>
}
const NOBODY: Accounts = { all: [], byId: new Map(), byTeacher: new Map(), byStudent: new Map(), byRole: new Map() }

type AccountRow = Omit<Account, 'roles'> & { roleId: string | null; account_no: string }

/**
 * Loads the requested accounts. The join order is fixed and the plan is cached: the planner estimates every role as large as that of the students, and replanning
 * costs more than the query. Holders are read by ascending ids, which lie close together in the index.
 */
export async function accountsFor(db: Db, { userIds, teacherIds, studentIds, roles }: Needs): Promise<Accounts> {
  if (!userIds.size && !teacherIds.size && !studentIds.size && !roles.size) return NOBODY
  const wanted = new Map([...(await db.cached(role)).values()].filter(r => roles.has(r.code)).map(r => [r.id, r.code]))
  const departments = [...wanted.values()].map(code => roles.get(code))
  const named = (condition: Sql): Sql => sql`select ${columns(sql`null::uuid`)} from sys_user u where u.tenant_id = ${db.me.tenantId} and ${condition}`
  const rows = await db.query<AccountRow>(sql`
    with held as materialized (select r.is_all, ru.* from unnest((select ${[...wanted.keys()]}::uuid[]), (select ${departments.map(of => !of)}::boolean[])) r(id, is_all)
      cross join lateral (select role_id, user_id from role_user ru where ru.tenant_id = ${db.me.tenantId} and ru.role_id = r.id and ${holdsToday()} offset 0) ru)
    select ${columns(sql`h.role_id`)} from sys_user u join held h on h.user_id = u.id where u.tenant_id = ${db.me.tenantId} and u.id = any(array(select user_id from held))
      and (h.is_all or u.department_id = any(${departments.flatMap(of => [...(of ?? [])])}::uuid[]))
    union all ${named(sql`u.id = ${anyOf([...userIds], 'uuid')}`)}
    union all ${named(sql`u.realm = 'admin' and u.teacher_id = ${anyOf([...teacherIds], 'uuid')}`)}
    union all ${named(sql`u.realm = 'admin' and u.student_id = ${anyOf([...studentIds], 'uuid')}`)}
    order by account_no`)
  return indexed(rows, wanted)
}
const columns = (roleId: Sql): Sql => sql`
  ${roleId} as "roleId", u.account_no, u.id, u.nick_name as name, u.teacher_id as "teacherId", u.student_id as "studentId", u.department_id as "departmentId",
  u.user_type = 2 as "isStudent", u.realm = 'admin' and account_is_active(u.status, u.valid_until) as "isAble"`

/** An account appears once per reason it was requested for. */
function indexed(found: readonly AccountRow[], codes: ReadonlyMap<string, string>): Accounts {
  const all = new Map<string, Account & { roles: string[] }>()
  const byRole = new Map<string, Account[]>()
  for (const { roleId, account_no: _order, ...rest } of found) {
    const account = all.get(rest.id) ?? { ...rest, roles: [] }
    all.set(account.id, account)
    const code = codes.get(roleId ?? '')
    if (code === undefined || account.roles.includes(code)) continue
    account.roles.push(code)
    if (account.isAble) byRole.get(code)?.push(account) ?? byRole.set(code, [account])
  }
  for (const { roles } of all.values()) roles.sort()
  const able = [...all.values()].filter(a => a.isAble)
  const by = (key: 'teacherId' | 'studentId') => new Map(able.flatMap(a => (a[key] ? [[a[key], a] as const] : [])))
  return { all: [...all.values()], byId: new Map(able.map(a => [a.id, a])), byTeacher: by('teacherId'), byStudent: by('studentId'), byRole }
}
