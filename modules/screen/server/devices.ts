import { isIP } from 'node:net'
import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { departmentsBelow } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { audit } from '#server/records/verbs.ts'
import { deviceStates, measureCatalogue, pairScreen, revokeScreens, screenChoices, screenDevice } from '../model/device.ts'
import { allScreens, screenNamed } from './declared-screens.ts'
import { plainCode } from './pairing.ts'

type Device = Row<typeof screenDevice>
const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(screenDevice, key, values, field)
}
/** Validates a device: screens and scope within the caller's own, valid IP ranges. */
async function check({ db, me }: Ctx, { screens = [], departmentId, cidrs, darkFrom, darkTo, expiresAt }: Partial<Device>): Promise<void> {
  if (!screens.length) refuse('noScreen', {}, 'screens')
  const range = cidrs?.find(r => !isRange(r))
  if (range !== undefined) refuse('range', { range }, 'cidrs')
  if (!darkFrom !== !darkTo) refuse('darkHalf', {}, darkFrom ? 'darkTo' : 'darkFrom')
  if (expiresAt && expiresAt < today()) refuse('past', { expiresAt }, 'expiresAt')
  const below = me.departmentId ? await departmentsBelow(db, me.departmentId) : []
  for (const code of screens) {
    const screen = screenNamed(code) ?? refuse('unknownScreen', { screen: code }, 'screens')
    const reaches = me.permissions.get(screen.permission)
    if (!reaches) return refuse('lacksScreen', { screen: screen.title }, 'screens')
    const isWithin = departmentId && reaches.some(r => r.scope === 'dept') && below.includes(departmentId)
    if (!isWithin && !reaches.some(r => r.scope === 'all')) refuse('lacksScope', { screen: screen.title }, 'departmentId')
  }
}
function isRange(range: string): boolean {
  const [net = '', bits, ...more] = range.split('/')
  const most = isIP(net) === 6 ? 128 : 32
  return isIP(net) !== 0 && !more.length && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}
async function checkName({ db }: Ctx, name: string, id?: string): Promise<void> {
  const twin = [...(await db.cached(screenDevice)).values()].find(d => d.name === name && d.id !== id)
  if (twin) refuse('nameTaken', { name }, 'name')
}
interface Shown {
  ip: string
  deviceId: string | null
}
const pair = handle(pairScreen, async (ctx, { code, ...given }) => {
  const { db } = ctx
  const plain = plainCode(code)
  await check(ctx, given as Partial<Device>)
  await checkName(ctx, given.name)
  const [shown] = await db.query<Shown>(
    sql`select ip, device_id as "deviceId" from screen_pairing where tenant_id = ${db.me.tenantId} and code = ${plain} and expires_at > now() for update`,
  )
  if (!shown) return ctx.refuse('codeGone', { code: plain }, 'code')
  if (shown.deviceId) {
    const other = await db.visible(screenDevice).one(shown.deviceId)
    return ctx.refuse('taken', { code: plain, by: other.name }, 'code')
  }
  const made = await db.insert(screenDevice, { ...given, state: 'pairing', pairedFrom: shown.ip })
  await db.query(sql`update screen_pairing set device_id = ${made.id} where tenant_id = ${db.me.tenantId} and code = ${plain}`)
  await audit(ctx, 'pairScreen', 'screenDevice', made.id, { name: made.name, screens: made.screens, ip: shown.ip })
  return { id: made.id }
})
/** The key is invalid from the commit on; open streams end with the next heartbeat at the latest. */
const revoke = handle(revokeScreens, async (ctx, { ids }) => {
  const { db } = ctx
  const devices = (await db.visible(screenDevice).all({ id: ids })).filter(d => d.state !== 'revoked')
  for (const device of devices) await db.update(screenDevice, device.id, { state: 'revoked', keyHash: null, revokedAt: new Date().toISOString() })
  await audit(ctx, 'revokeScreens', 'screenDevice', null, { names: devices.map(d => d.name) })
  return { count: devices.length }
})
const hasKey = async (db: Db, id: string): Promise<boolean> => (await db.unscoped(screenDevice).with('keyHash').one(id)).keyHash !== null // the row itself
const changed = rules(screenDevice, {
  async update(ctx, row, patch) {
    if (row.state === 'revoked') refuse('over', { name: row.name, state: deviceStates.labels[row.state] })
    await check(ctx, { ...row, ...patch })
    if (patch.name) await checkName(ctx, patch.name, row.id)
    // extending the term reactivates an expired device and resets its expiry notice
    if (patch.expiresAt) Object.assign(patch, { expiryToldAt: null, ...(row.state === 'expired' ? { state: (await hasKey(ctx.db, row.id)) ? 'active' : 'pairing' } : {}) })
  },
})
const catalogue = handle(measureCatalogue, async () => {
  const screens = allScreens()
  const measures = [...new Set(screens.flatMap(s => s.measures))]
  return measures.map(m => ({
    code: m.code,
    title: m.title,
    definition: m.definition,
    refresh: m.refresh,
    isOpen: m.isOpen,
    screens: screens.filter(s => s.measures.includes(m)).map(s => s.title),
  }))
})
const choices = handle(screenChoices, async ({ me }) => allScreens().map(({ code, title, path, permission }) => ({ code, title, path, mayGive: me.permissions.has(permission) })))
export default [pair, revoke, changed, catalogue, choices]
