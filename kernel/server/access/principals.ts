import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { today } from '../base/today.ts'
import type { DataScope, Principal, Reach, Realm } from '../context.ts'
import type { PermissionCache } from '../data/core.ts'
import type { Notifier } from '../data/notify.ts'
import { runFor } from '../data/pool.ts'

declare module '../data/core.ts' {
  interface Core {
    principals: Principals
  }
}
const CHANNEL = 'ql_principal'
interface Grant {
  role: string
  key: string
  scope: DataScope
  custom: Exclude<Reach['custom'], undefined>
}
interface TenantGrants {
  byRoles: LRUCache<string, ReadonlyMap<string, readonly Reach[]>>
  grants: Map<string, Grant[]>
}

/** Cached users; the least recently used are evicted. */
const MOST_PEOPLE = 20_000
/** Cached combinations of roles per school. */
const MOST_COMBINATIONS = 2_000
const MOST_SCHOOLS = 2_000
/** Users and their permissions, cached per process and invalidated when roles, menus or users change. */
export class Principals implements PermissionCache {
  private readonly pool: pg.Pool
  private readonly notifier: Notifier
  private readonly tenants = new LRUCache<string, Promise<TenantGrants>>({ max: MOST_SCHOOLS })
  private readonly people: LRUCache<string, { day: string; principal: Promise<Principal | undefined> }>
  private readonly watchers: Array<(tenantId: string, userId: string | undefined) => void> = []

  constructor(pool: pg.Pool, notifier: Notifier, mostPeople = MOST_PEOPLE) {
    this.pool = pool
    this.notifier = notifier
    this.people = new LRUCache({ max: mostPeople })
    notifier.listen(CHANNEL, payload => this.forget(...(payload.split(':') as [string, string | undefined])))
    notifier.onReconnect(() => {
      this.tenants.clear()
      this.people.clear()
    })
  }
  get size(): number {
    return this.people.size
  }
  /** The user, or undefined when there is no such enabled account. Permissions follow the roles valid today. */
  of(tenantId: string, userId: string): Promise<Principal | undefined> {
    const key = `${tenantId}:${userId}`
    const known = this.people.get(key)
    if (known && known.day === today()) return known.principal
    const principal = this.load(tenantId, userId)
    this.people.set(key, { day: today(), principal })
    principal.catch(() => this.people.delete(key))
    return principal
  }
  /** Invalidates the permissions of the tenant, or of one user, in every process. */
  async changed(tenantId: string, userId?: string): Promise<void> {
    this.forget(tenantId, userId)
    await this.notifier.notify(CHANNEL, userId ? `${tenantId}:${userId}` : tenantId)
  }
  onChange(watcher: (tenantId: string, userId: string | undefined) => void): void {
    this.watchers.push(watcher)
  }
  readonly channel = CHANNEL
  forget(tenantId: string, userId?: string): void {
    if (userId) this.people.delete(`${tenantId}:${userId}`)
    else {
      this.tenants.delete(tenantId)
      for (const key of [...this.people.keys()]) if (key.startsWith(tenantId)) this.people.delete(key)
    }
    for (const watcher of this.watchers) watcher(tenantId, userId)
  }
  private async load(tenantId: string, userId: string): Promise<Principal | undefined> {
    const rows = await runFor<Record<string, unknown>>(this.pool, tenantId, { text: PERSON, values: [tenantId, userId, today()] })
    const row = rows[0]
    if (row?.status !== 'enabled') return undefined
    const roles = row.roles as string[]
    return {
      tenantId,
      tenantCode: row.tenant_code as string,
      realm: row.realm as Realm,
      userId,
      userName: row.user_name as string,
      accountNo: row.account_no as string,
      nickName: row.nick_name as string,
      userType: row.user_type as number | null,
      studentId: row.student_id as string | null,
      teacherId: row.teacher_id as string | null,
      personId: row.person_id as string | null,
      departmentId: row.department_id as string | null,
      roles,
      sessionId: null,
      permissions: await this.permissions(tenantId, roles),
    }
  }
  private async permissions(tenantId: string, roles: readonly string[]): Promise<ReadonlyMap<string, readonly Reach[]>> {
    const tenant = this.tenants.get(tenantId) ?? this.grantsOf(tenantId)
    this.tenants.set(tenantId, tenant)
    tenant.catch(() => this.tenants.delete(tenantId))
    const { grants, byRoles } = await tenant
    const key = [...roles].sort().join(',')
    const made = byRoles.get(key) ?? mergeGrants(roles.flatMap(r => grants.get(r) ?? []))
    byRoles.set(key, made)
    return made
  }
  private async grantsOf(tenantId: string): Promise<TenantGrants> {
    const rows = await runFor<Grant>(this.pool, tenantId, { text: GRANTS, values: [tenantId] })
    const grants = new Map<string, Grant[]>()
    for (const g of rows) {
      const known = grants.get(g.role)
      if (known) known.push(g)
      else grants.set(g.role, [g])
    }
    return { grants, byRoles: new LRUCache({ max: MOST_COMBINATIONS }) }
  }
}
/** Merges the scopes of several roles per permission, never across permissions. */
export function mergeGrants(grants: readonly Grant[]): ReadonlyMap<string, readonly Reach[]> {
  const made = new Map<string, Reach[]>()
  for (const g of grants) {
    const known = made.get(g.key) ?? []
    if (!known.some(r => r.roleCode === g.role && r.scope === g.scope)) known.push({ roleCode: g.role, scope: g.scope, custom: g.custom })
    made.set(g.key, known)
  }
  return made
}
const PERSON = `select u.*, t.code as tenant_code,
  coalesce((select array_agg(distinct r.code) from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
    where ru.tenant_id = u.tenant_id and ru.user_id = u.id and (ru.valid_from is null or ru.valid_from <= $3) and (ru.valid_to is null or ru.valid_to >= $3)), '{}') as roles
  from sys_user u join tenant t on t.id = u.tenant_id and t.state not in ('frozen', 'closed') where u.tenant_id = $1 and u.id = $2`
const GRANTS = `select distinct r.code as role, m.permission_key as key, coalesce(rm.scope_override, r.data_scope) as scope, r.custom_scope as custom
  from role r join role_menu rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
  where r.tenant_id = $1 and m.permission_key is not null`
