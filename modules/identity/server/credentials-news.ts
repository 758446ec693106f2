import sql, { empty, type Sql } from 'sql-template-tag'
import type { Phrase } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { setting } from '#modules/system/server/api.ts'
import { type Db, on } from '#server/context.ts'
import { signInListener } from '#server/identity/extras.ts'
import type { TrailEntry } from '#server/identity/sign-in-trail.ts'
import { notify } from '#server/notifications/notify.ts'
import { locked, newDevice, passwordChanged } from '../model/credentials-messages.ts'
import { deviceOf } from '../model/device.ts'

const nowText = (): string => schoolTimeText(Date.now())
const deviceText = (device: string): string | Phrase => {
  const { browser, system } = deviceOf(device)
  return [system, browser].filter(Boolean).join(' ') || { text: '未知设备' }
}

/** Notifies users of sign-ins from unknown devices and of lockouts. */
const news = signInListener(async (db, lines) => {
  for (const found of await unknownDevices(db, lines)) {
    const values = { device: deviceText(found.device), address: found.ip, at: nowText() }
    await notify(db, newDevice, { to: [found.id], values, link: '/personalcenter' })
  }
  const locks = lines.filter(line => line.reason === 'lockMade' && line.userId)
  if (!locks.length) return
  const minutes = await setting<number>(db, 'login', 'lockMinutes')
  for (const line of locks) await notify(db, locked, { to: [line.userId as string], values: { minutes, address: line.ip, at: nowText() }, link: '/personalcenter' })
})
/** Sign-ins from a kind of device the user has not used in half a year, though others. Version numbers are ignored. */
async function unknownDevices(db: Db, lines: readonly TrailEntry[]): Promise<Array<{ id: string; device: string; ip: string }>> {
  const came = lines.filter(line => line.result === 'success' && line.userId)
  if (!came.length) return []
  const given = JSON.stringify(came.map(({ userId, device, ip }) => ({ userId, device, ip })))
  const kind = (device: Sql): Sql => sql`regexp_replace(${device}, '[0-9._]+', '', 'g')`
  const before = (times: Sql, alike = empty): Sql => sql`exists (select from login_log l where l.tenant_id = ${db.me.tenantId} and l.user_id = g.id and l.result = 'success'
    and l.at > now() - interval '180 days' ${alike} order by l.at desc offset ${times} limit 1)`
  // their own lines are already in the log and sort first: usually the next line decides
  return db.query(sql`
    with given as (select x."userId" as id, ${kind(sql`x.device`)} as kind, min(x.device) as device, min(x.ip) as ip, count(*) as n
      from jsonb_to_recordset(${given}::jsonb) x("userId" uuid, device text, ip text) group by 1, 2)
    select g.id, g.device, g.ip from given g
    where not ${before(sql`g.n`, sql`and ${kind(sql`l.device`)} = g.kind`)} and ${before(sql`(select sum(o.n) from given o where o.id = g.id)`)}`)
}
/** A new password revokes all trusted devices and notifies the user. */
const changed = on('identity.passwordChanged', 'identity.passwordChanged', async ({ db }, payload) => {
  const userId = String(payload.userId)
  await db.query(sql`delete from trusted_device where tenant_id = ${db.me.tenantId} and user_id = ${userId}`)
  await notify(db, passwordChanged, { to: [userId], values: { by: { text: payload.isByOther ? '管理员' : '你自己' }, at: nowText() }, link: '/personalcenter' })
})
export default [news, changed]
