import { today } from '../base/today.ts'
import type { Principal } from '../context.ts'
import type { Call, Core } from '../data/core.ts'
import { Gate } from '../data/gate.ts'
import { type ScopeIds, scopeIds } from '../data/scope.ts'

const EMPTY_SCOPES: ScopeIds = new Map()
const cache = new WeakMap<Principal, { generation: number; day: string; ids: Promise<ScopeIds> }>()

/** Resolved data scopes of this user, memoised until the tenant's cached rows change or the day does. */
export async function scopesOf(core: Core, me: Principal): Promise<ScopeIds> {
  const generation = core.cache.generation(me.tenantId)
  const known = cache.get(me)
  if (known && known.generation === generation && known.day === today()) return known.ids
  const ids = scopeIds(me, core.registry.scopeSources, new Gate(core, { me, permission: '', scopes: EMPTY_SCOPES, source: 'access', ip: null, traceId: null }))
  cache.set(me, { generation, day: today(), ids })
  ids.catch(() => cache.delete(me))
  return ids
}
/** A gate for one call of one user. */
export async function gateFor(core: Core, me: Principal, call: Omit<Call, 'me' | 'scopes'>): Promise<Gate> {
  return new Gate(core, { ...call, me, scopes: await scopesOf(core, me) })
}
/** The program itself acting in a tenant: jobs, listeners, provisioning. Holds no permission, so `visible` reaches nothing. */
export function systemPrincipal(tenantId: string, tenantCode = ''): Principal {
  return {
    tenantId,
    tenantCode,
    realm: 'admin',
    userId: '',
    userName: 'system',
    accountNo: 'system',
    nickName: '系统',
    userType: 9,
    studentId: null,
    teacherId: null,
    personId: null,
    departmentId: null,
    roles: [],
    sessionId: null,
    permissions: new Map(),
  }
}
export const systemGate = (core: Core, tenantId: string, source: string, tenantCode = ''): Gate =>
  new Gate(core, { me: systemPrincipal(tenantId, tenantCode), permission: '', scopes: EMPTY_SCOPES, source, ip: null, traceId: null })
