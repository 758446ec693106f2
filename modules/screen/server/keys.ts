import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal, type Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { systemGate } from '#server/access/calls.ts'
import { writeAudit } from '#server/audit/audit-line.ts'
import { today } from '#server/base/today.ts'
import type { Core } from '#server/data/core.ts'
import { isCampus } from '#server/identity/address-limit.ts'
import type { Identity } from '#server/identity/index.ts'
import { isToken, tokenKey } from '#server/identity/tokens.ts'
import { notify } from '#server/notifications/notify.ts'
import { mayRead, screenDevice } from '../model/device.ts'
import { SCREEN_MESSAGES } from '../model/messages.ts'

export type Device = Row<typeof screenDevice>
/** Header with `{school}.{token}`: read by big-screen routes only, so that a key works nowhere else. */
export const KEY_HEADER = 'screen-key'
export const keyOf = (tenantCode: string, token: string): string => `${tenantCode}.${token}`
const gone = (): Refusal => new Refusal(401, [{ rule: 'screen.keyGone', text: '这块屏的授权已撤销或到期，请重新配对' }])
/** Rate limit for reports of misuse, per process. */
const reported = new Map<string, number>()

/** Whether a device key is still valid; checked repeatedly while connected, from the cache. */
export async function deviceStands(core: Core, tenantId: string, id: string): Promise<Device | undefined> {
  const device = (await systemGate(core, tenantId, 'screen').cached(screenDevice)).get(id)
  return device && mayRead(device.state) && device.expiresAt >= today() ? device : undefined
}
/** Device of a request's key. An address outside its ranges is refused and reported to the user who paired it. */
export async function deviceOf(core: Core, identity: Identity, request: FastifyRequest): Promise<{ tenantId: string; device: Device } | undefined> {
  const header = request.headers[KEY_HEADER]
  if (header === undefined) return undefined
  const [code = '', token = '', ...more] = String(header).split('.')
  if (more.length || !isToken(token)) throw gone()
  const school = await identity.schools.byCode(code).catch(error => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  if (!school || ['frozen', 'closed'].includes(school.state)) throw gone()
  const [known] = await systemGate(core, school.id, 'screen').query<{ id: string }>(
    sql`select id from screen_device where tenant_id = ${school.id} and key_hash = ${tokenKey(token)}`,
  )
  const device = known && (await deviceStands(core, school.id, known.id))
  if (!device) throw gone()
  if (device.cidrs?.length && !isCampus(request.ip, device.cidrs.join(','))) {
    await report(core, school.id, device, request)
    throw new Refusal(403, [{ rule: 'screen.foreignAddress', text: '这块屏的授权码不能从地址 {ip} 使用', values: { ip: request.ip } }])
  }
  return { tenantId: school.id, device }
}
async function report(core: Core, tenantId: string, device: Device, { ip, id: traceId }: FastifyRequest): Promise<void> {
  const key = `${device.id} ${ip}`
  const now = Date.now()
  if ((reported.get(key) ?? 0) > now - HOUR_MS) return
  for (const [old, at] of reported) if (at <= now - HOUR_MS) reported.delete(old)
  reported.set(key, now)
  await systemGate(core, tenantId, 'screen').tx(async db => {
    const about = { bizType: 'screenDevice', bizId: device.id }
    await writeAudit(db, { userId: null, action: 'screen.foreignAddress', ...about, detail: { name: device.name }, ip, traceId })
    await notify(db, SCREEN_MESSAGES.foreignAddress, {
      to: device.createdBy ? [device.createdBy] : [],
      values: { name: device.name, place: device.place, ip },
      ...about,
      link: '/screen/devices',
    })
  })
}
