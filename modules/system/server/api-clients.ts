import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { covers, customFault, scopeNames } from '#model/scope-order.ts'
import { heldReaches } from '#server/access/grants.ts'
import { apiId, isReadable, settingOf } from '#server/api-clients/client.ts'
import { signingKey } from '#server/api-clients/signature.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, handle, rules } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { newToken } from '#server/identity/tokens.ts'
import { audit } from '#server/records/verbs.ts'
import { apiClient, apiEntry, CLIENT_SCOPES, clientDays, createClient, renewSecret, setApi } from '../model/api-client.ts'
import { user } from '../model/user.ts'

type Client = Row<typeof apiClient>
const MOST_DAYS = 30
const KEY_BYTES = 12

const routesOf = (ctx: Ctx) => (ctx.db as Gate).kernel.routes.filter(isReadable)
/** Validates an application: only readable, opened APIs, within the caller's own permissions, and valid IP ranges. */
async function check(ctx: Ctx, now: Partial<Client>): Promise<void> {
  const { apiIds = [], ipRanges, dataScope = 'custom', customScope = null } = now
  const refuse = (key: string, values: Record<string, unknown>, field: string): never => {
    throw refusalOf(apiClient, key, values, field)
  }
  if (!apiIds.length) refuse('noApi', {}, 'apiIds')
  const fault = dataScope === 'custom' ? customFault(customScope) : undefined
  if (fault) refuse(fault === 'empty' ? 'customNeeded' : 'customForm', { key: fault }, 'customScope')
  const range = ipRanges?.find(r => !isRange(r))
  if (range !== undefined) refuse('range', { range }, 'ipRanges')
  const routes = new Map(routesOf(ctx).map(r => [apiId(r.method, r.url), r]))
  for (const api of apiIds) {
    const route = routes.get(api) ?? refuse('unknownApi', { api }, 'apiIds')
    const held = heldReaches(ctx.me, route.permission)
    if (!held.length) refuse('lacksPermission', { permissions: route.permission }, 'apiIds')
    if (!covers(held, dataScope, customScope)) refuse('lacksScope', { permission: route.summary, scope: CLIENT_SCOPES[dataScope], own: scopeNames(held) }, 'dataScope')
  }
}
/** Newly added APIs must be open. APIs closed since may stay listed: calls to them are refused anyway. */
async function checkOpen({ db, me }: Ctx, apiIds: readonly string[]): Promise<void> {
  for (const api of apiIds) {
    const [method = '', path = ''] = api.split(' ')
    if ((await settingOf((db as Gate).kernel, me.tenantId, method, path))?.isOpen === false) throw refusalOf(apiClient, 'closedApi', { api }, 'apiIds')
  }
}
function isRange(range: string): boolean {
  const [net = '', bits, ...more] = range.split('/')
  const most = isIP(net) === 6 ? 128 : 32
  return isIP(net) !== 0 && !more.length && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}
async function checkName({ db }: Ctx, name: string, id?: string): Promise<void> {
  const twin = [...(await db.cached(apiClient)).values()].find(c => c.name === name && c.id !== id)
  if (twin) throw refusalOf(apiClient, 'nameTaken', { name }, 'name')
}
function checkTerm(validTo: string | null | undefined): void {
  if (validTo && validTo < today()) throw refusalOf(apiClient, 'past', { validTo }, 'validTo')
}
const create = handle(createClient, async (ctx, given) => {
  const { db, me } = ctx
  await check(ctx, given as Partial<Client>)
  await checkOpen(ctx, given.apiIds)
  await checkName(ctx, given.name)
  checkTerm(given.validTo)
  const appKey = `${me.tenantCode}-${randomBytes(KEY_BYTES).toString('base64url')}`
  const secret = newToken()
  // account for the audit logs only: disabled, without a password
  const account = await db.insert(user, {
    realm: 'admin',
    userType: 9,
    userName: appKey,
    accountNo: appKey,
    nickName: given.name,
    status: 'disabled',
    mustChangePassword: false,
  } as never)
  const made = await db.insert(apiClient, { ...given, appKey, userId: account.id, secretHash: signingKey(secret) } as never)
  await audit(ctx, 'createClient', 'apiClient', made.id, { name: given.name, apiIds: given.apiIds })
  return { id: made.id, appKey, secret }
})
const renew = handle(renewSecret, async (ctx, { id, overlapHours }) => {
  const { db } = ctx
  const row = await db.visible(apiClient).with('secretHash').lock(id)
  await check(ctx, row)
  const secret = newToken()
  const hours = overlapHours ?? 0
  const previousUntil = hours ? new Date(Date.now() + hours * HOUR_MS).toISOString() : null
  await db.update(apiClient, id, { secretHash: signingKey(secret), previousSecretHash: hours ? row.secretHash : null, previousUntil } as never)
  await audit(ctx, 'renewSecret', 'apiClient', id, { name: row.name, overlapHours: hours })
  return { appKey: row.appKey, secret, previousUntil }
})
/** Fields whose change grants nothing. */
const HARMLESS: ReadonlySet<string> = new Set(['name', 'remark'])
const changedFields = (row: Client, patch: Record<string, unknown>): string[] =>
  Object.keys(patch).filter(name => JSON.stringify(patch[name] ?? null) !== JSON.stringify((row as Record<string, unknown>)[name] ?? null))
const clientRules = rules(apiClient, {
  async update(ctx, row, patch) {
    const now = { ...row, ...patch } as Client
    // switching off or renaming does not require holding the application's remaining permissions
    if (changedFields(row, patch).some(name => !HARMLESS.has(name) && !(name === 'isEnabled' && patch.isEnabled === false))) await check(ctx, now)
    await checkOpen(
      ctx,
      now.apiIds.filter(api => !row.apiIds.includes(api)),
    )
    if (patch.name) await checkName(ctx, now.name, row.id)
    if (patch.validTo !== undefined && patch.validTo !== row.validTo) checkTerm(now.validTo)
  },
  async updated({ db }, before, after) {
    if (before.name !== after.name) await db.update(user, after.userId, { nickName: after.name })
  },
})
const days = handle(clientDays, async ({ db, me }, { id }) => {
  await db.visible(apiClient).one(id)
  return db.query<{ day: string; calls: number; refused: number; reasons: Record<string, number> }>(sql`
    select day, calls, refused, reasons from api_client_day where tenant_id = ${me.tenantId} and api_client_id = ${id} order by day desc limit ${MOST_DAYS}`)
})
interface Day {
  id: string
  calls: number | null
  refused: number | null
  at: string | null
}
const figures = compute(apiClient, ['callsToday', 'refusedToday', 'lastCallAt'], async ({ db }, rows) => {
  const found =
    await db.query<Day>(sql`select api_client_id as id, max(calls) filter (where day = current_date) as calls, max(refused) filter (where day = current_date) as refused, max(last_at) as at
    from api_client_day where tenant_id = ${db.me.tenantId} and api_client_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) {
    const day = byId.get(row.id)
    Object.assign(row, { callsToday: day?.calls ?? 0, refusedToday: day?.refused ?? 0, lastCallAt: day?.at ?? null })
  }
})
const set = handle(setApi, async (ctx, given) => {
  const { db } = ctx
  if (!routesOf(ctx).some(r => r.method === given.method && r.url === given.path)) throw refusalOf(apiEntry, 'unknownApi', { api: apiId(given.method, given.path) }, 'path')
  const id = await db.getOrCreateId(apiEntry, ['method', 'path'], given)
  await db.update(apiEntry, id, { isOpen: given.isOpen, rateClass: given.rateClass })
})
export default [create, renew, clientRules, days, figures, set]
