import { createECDH } from 'node:crypto'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { isInnerHost, resolveOutbound } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import { type PushKeys, webPush } from '../model/web-push.ts'

/** Devices `w` whose session `s` goes on: who signs out, is signed out or must change the password gets nothing on that device. */
export const LIVE_DEVICE = sql`web_push w join user_session s on s.tenant_id = w.tenant_id and s.id = w.session_id and s.user_id = w.user_id and s.state = 'active' and s.expires_at > now()`

export interface Device {
  id: string
  endpoint: string
  keys: PushKeys
}
/** The devices on which somebody gets messages now. */
export async function devicesOf(db: Db, userId: string): Promise<Device[]> {
  const live = await db.query<{ id: string }>(sql`select w.id from ${LIVE_DEVICE} where w.tenant_id = ${db.me.tenantId} and w.user_id = ${userId}`)
  if (!live.length) return []
  const rows = await db
    .unscoped(webPush) // the recipient's own devices, for the program's queue
    .with('endpoint', 'keys')
    .all({ id: live.map(d => d.id) })
  return rows.map(({ id, endpoint, keys }) => ({ id, endpoint, keys: JSON.parse(keys) as PushKeys }))
}
export interface VapidKeys {
  publicKey: string
  privateKey: string
}
/** The key pair by which push services know this installation (RFC 8292), derived from its secret: nothing is stored, and every process has the same. */
export function vapidKeys(db: Pick<Db, 'key'>): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(db.key('web push'))
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}
/** Whether these are keys of a subscription: text from a browser that the encryption would otherwise trip over for each message. */
export function areKeys({ p256dh, auth }: PushKeys): boolean {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  if (point.toString('base64url') !== p256dh || secret.toString('base64url') !== auth || secret.length !== 16 || point.length !== 65) return false
  try {
    const other = createECDH('prime256v1')
    other.generateKeys()
    other.computeSecret(point)
    return true
  } catch {
    return false // no point of the curve
  }
}
/** Whether messages may go to this address, which a browser named: https at a public host, or a host the operator allows. Which of it fails is not said: the answer would tell of
 *  hosts inside the network. */
export async function mayPushTo(endpoint: string): Promise<boolean> {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!url || url.username || url.password || !(url.protocol === 'https:' || (url.protocol === 'http:' && isInnerHost(url)))) return false
  try {
    await resolveOutbound(url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80)))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
