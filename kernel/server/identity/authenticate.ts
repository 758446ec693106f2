import type { FastifyRequest } from 'fastify'
import { Refusal } from '#model'
import { writeAudit } from '../audit/audit-line.ts'
import type { Principal, Realm } from '../context.ts'
import { onTenant } from '../data/tenant-db.ts'
import type { Authenticate, Caller } from '../http/app.ts'
import { routeOf } from '../http/route.ts'
import { settings } from '../params/identity-parameters.ts'
import { type IdentityDeps, REALMS, type SessionEntry } from './deps.ts'
import { unauthorized } from './refresh.ts'
import type { Sessions } from './sessions.ts'
import { type SignMode, signatureFault, signatureRefusal } from './signature.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepted realms. Default: all where a session suffices, the admin realm where a permission is needed. */
    realms?: readonly Realm[]
    /** No signature header expected: calls by browsers that cannot set headers. */
    unsigned?: boolean
  }
}
const TOKEN = /^bearer ([\w-]{43})$/i
/** Paths that accept the token in cookie or URL, because the browser itself opens them. */
const FILE_PATH = /\/(link-file|download-file)$/

/** Authenticates a request by its header; throws 401 with the reason when the session was ended. */
export function authenticator(deps: IdentityDeps, sessions: Sessions): Authenticate {
  return async request => {
    const token = tokenOf(request)
    if (!token) return undefined
    const entry = await sessions.resolve(token)
    if (!entry) throw unauthorized(await sessions.whyEnded(token))
    if (!realmsOf(request).includes(entry.realm)) throw unauthorized(undefined)
    await refuseForeignTenant(deps.pool, request, entry.principal)
    await checkSignature(deps, request, entry)
    return { principal: entry.principal, need: entry.state === 'restricted' ? entry.needs[0] : undefined, token } satisfies Caller
  }
}
/** Access token of a request; undefined for a duplicated or malformed header. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers['flysource-auth']
  if (header !== undefined) return typeof header === 'string' ? TOKEN.exec(header)?.[1] : undefined
  if (request.method !== 'GET' || !isFile(request)) return undefined
  const asked = (request.query as Record<string, unknown> | undefined)?.['FlySource-Auth']
  return [typeof asked === 'string' ? asked : undefined, cookie(request, 'FlySource-Auth')]
    .map(text => TOKEN.exec(text?.startsWith('bearer ') ? text : `bearer ${text}`)?.[1])
    .find(Boolean)
}
const isFile = (request: FastifyRequest): boolean => FILE_PATH.test(routeOf(request).url ?? '')
function cookie(request: FastifyRequest, name: string): string | undefined {
  const found = (request.headers.cookie ?? '').split(/;\s*/).find(part => part.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}
function realmsOf(request: FastifyRequest): readonly Realm[] {
  const { realms, permission } = routeOf(request).config
  return realms ?? (permission === undefined || permission === 'signedIn' ? REALMS : ['admin'])
}
/** Refuses and audits a request that names another tenant than its caller's. */
export async function refuseForeignTenant(pool: IdentityDeps['pool'], request: FastifyRequest, who: Principal): Promise<void> {
  const body = request.body as { tenantId?: unknown } | null | undefined
  const query = request.query as Record<string, unknown> | undefined
  const named = [request.headers['tenant-id'], query?.tenantId, query?.['filters.tenantId'], body?.tenantId].flat().find(name => name && name !== who.tenantCode)
  if (!named) return
  const detail = { named: String(named).slice(0, 40), route: routeOf(request).url }
  await writeAudit(onTenant(pool, who.tenantId), { userId: who.userId, action: 'access.foreignTenant', detail, ip: request.ip, traceId: request.id })
  throw new Refusal(403, [{ rule: 'access.foreignTenant', text: '不能访问其他学校的数据' }])
}
async function checkSignature(deps: IdentityDeps, request: FastifyRequest, entry: SessionEntry): Promise<void> {
  const mode = settings('session', await deps.params(entry.tenantId, 'session')).signMode as SignMode
  if (mode === 'off' || routeOf(request).config.unsigned || isFile(request)) return
  const header = request.headers['flysource-sign']
  const path = (request.originalUrl.split('?')[0] as string).replace(/^.*?(?=\/api\/)/, '')
  const now = Date.now()
  const fault = signatureFault(typeof header === 'string' ? header : undefined, path, entry.t10, now)
  if (!fault) return
  if (mode === 'enforce') throw signatureRefusal(fault, now)
  deps.log.info({ fault, route: routeOf(request).url, traceId: request.id }, 'signature header does not fit')
}
