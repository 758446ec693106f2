import { entityNamed, hasEntity } from '#model'
import { systemGate } from '../access/calls.ts'
import type { DataScope, Principal, Reach } from '../context.ts'
import type { Core } from '../data/core.ts'
import type { School } from '../identity/schools.ts'

/** An application, as authentication needs it. */
export interface ApiClient {
  id: string
  name: string
  appKey: string
  userId: string
  previousUntil: string | null
  apiIds: readonly string[]
  ipRanges: readonly string[] | null
  dailyQuota: number
  dataScope: Extract<DataScope, 'all' | 'custom'>
  customScope: Reach['custom']
  validTo: string | null
  isEnabled: boolean
}
export const RATE_CLASSES = { light: 600, normal: 120, heavy: 20 } as const
export type RateClass = keyof typeof RATE_CLASSES
/** A school's settings of an API route. */
export interface ApiSetting {
  method: string
  path: string
  isOpen: boolean
  rateClass: RateClass
}
/** Id of a route: `GET /api/base/student/list`. */
export const apiId = (method: string, path: string): string => `${method} ${path}`

/** Looks up an application by key (cached in memory). */
export async function clientOf(core: Core, tenantId: string, appKey: string): Promise<ApiClient | undefined> {
  if (!hasEntity('apiClient')) return undefined
  const all = (await systemGate(core, tenantId, 'applications').cached(entityNamed('apiClient'))) as unknown as ReadonlyMap<string, ApiClient>
  return [...all.values()].find(c => c.appKey === appKey)
}
/** Hashes of the signing secrets of an application; undefined when it does not exist. */
export interface ClientKeys {
  secretHash: string
  previousSecretHash: string | null
}
export async function keysOfClient(core: Core, tenantId: string, appKey: string): Promise<ClientKeys | undefined> {
  if (!hasEntity('apiClient')) return undefined
  const clients = systemGate(core, tenantId, 'applications').unscoped(entityNamed('apiClient')) // not scoped: authentication happens by the secret
  return (await clients.with(...(['secretHash', 'previousSecretHash'] as never[])).find({ appKey } as never)) as unknown as ClientKeys | undefined
}
export async function settingOf(core: Core, tenantId: string, method: string, path: string): Promise<ApiSetting | undefined> {
  const all = (await systemGate(core, tenantId, 'applications').cached(entityNamed('apiEntry'))) as unknown as ReadonlyMap<string, ApiSetting>
  return [...all.values()].find(s => s.method === method && s.path === path)
}
const cache = new WeakMap<ApiClient, Principal>()
/** Principal of an application: no roles, one data scope per granted API. */
export function principalOf(core: Core, school: School, client: ApiClient): Principal {
  const reach: Reach = { roleCode: client.appKey, scope: client.dataScope, custom: client.customScope ?? null }
  const granted = core.routes.filter(r => client.apiIds.includes(apiId(r.method, r.url)) && isReadable(r))
  const principal = cache.get(client) ?? {
    tenantId: school.id,
    tenantCode: school.code,
    realm: 'admin',
    userId: client.userId,
    userName: client.appKey,
    accountNo: client.appKey,
    nickName: client.name,
    userType: 9,
    studentId: null,
    teacherId: null,
    personId: null,
    departmentId: null,
    roles: [],
    sessionId: null,
    permissions: new Map(granted.map(r => [r.permission, [reach]])),
  }
  cache.set(client, principal)
  return principal
}
/** Only GETs that need a permission can be granted to applications; other calls concern the signed-in person or change data. */
export const isReadable = ({ method, permission }: { method: string; permission: string }): boolean => method === 'GET' && permission !== '' && permission !== 'signedIn'
