import sql from 'sql-template-tag'
import { randomCode } from '#server/base/random-code.ts'
import { handle } from '#server/context.ts'
import { newToken, tokenKey } from '#server/identity/tokens.ts'
import { paramOf } from '#server/params/params.ts'
import { collectKey, openPairing, pairingOf, screenDevice, wallStanding } from '../model/device.ts'
import { keyOf } from './keys.ts'

const LENGTH = 6
export const PAIRING_SECONDS = 300
const newCode = (): string => randomCode(LENGTH)
/** Normalises a typed code. */
export const plainCode = (code: string): string => code.replace(/\s/g, '').toUpperCase()

/** Creates a pairing code to display, and a secret to collect the result. */
const open = handle(openPairing, async ({ db, ip }) => {
  await db.query(sql`delete from screen_pairing where tenant_id = ${db.me.tenantId} and expires_at < now()`)
  const secret = newToken()
  for (;;) {
    const code = newCode()
    const [made] = await db.query(sql`insert into screen_pairing (tenant_id, code, secret_hash, ip, expires_at)
      values (${db.me.tenantId}, ${code}, ${tokenKey(secret)}, ${ip}, now() + make_interval(secs => ${PAIRING_SECONDS})) on conflict do nothing returning id`)
    if (made) return { code, secret, seconds: PAIRING_SECONDS }
  }
})
const standing = handle(wallStanding, async ctx => ({ isKeyNeeded: await paramOf<boolean>(ctx, 'shell', 'screenKey') }))
interface Waiting {
  deviceId: string | null
}
/** 60-BS2: the key is generated on collection and returned to this browser only; the pairing is deleted, so that it cannot be collected twice. */
const collect = handle(collectKey, async ({ db }, { secret }) => {
  const hash = tokenKey(secret)
  const [waiting] = await db.query<Waiting>(
    sql`select device_id as "deviceId" from screen_pairing where tenant_id = ${db.me.tenantId} and secret_hash = ${hash} and expires_at > now()`,
  )
  if (!waiting) return { state: 'gone' as const, key: null }
  if (!waiting.deviceId) return { state: 'waiting' as const, key: null }
  const [taken] = await db.query<Waiting>(sql`delete from screen_pairing where tenant_id = ${db.me.tenantId} and secret_hash = ${hash} returning device_id as "deviceId"`)
  const device = taken?.deviceId ? await db.unscoped(screenDevice).find({ id: taken.deviceId, state: 'pairing' }) : undefined // the secret is bound to this one device
  if (!device) return { state: 'gone' as const, key: null }
  const token = newToken()
  await db.update(screenDevice, device.id, { state: 'active', keyHash: tokenKey(token) })
  const [school] = await db.query<{ code: string }>(sql`select code from tenant where id = ${db.me.tenantId}`)
  return { state: 'ready' as const, key: keyOf(school?.code ?? '', token) }
})
/** Details of the requesting browser, so that the confirming user can verify the screen. */
const look = handle(pairingOf, async ({ db, refuse }, { code }) => {
  const plain = plainCode(code)
  const [found] = await db.query<{ ip: string; seconds: number }>(sql`select ip, ceil(extract(epoch from expires_at - now()))::int as seconds
    from screen_pairing where tenant_id = ${db.me.tenantId} and code = ${plain} and expires_at > now() and device_id is null`)
  return found ?? refuse('codeGone', { code: plain })
})
export default [open, standing, collect, look]
