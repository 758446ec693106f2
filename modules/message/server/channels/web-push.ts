import type { RequestOptions } from 'web-push'
import { callOut } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import { webPush as device } from '../../model/web-push.ts'
import { type Device, devicesOf, vapidKeys } from '../push-devices.ts'
import type { Settings } from '../settings.ts'
import { type Carry, NotSent, type Parcel } from './channel.ts'

/** After this the message is old: it stands in the app anyway. */
const TTL_SECONDS = 86_400
/** A subscription that was withdrawn, or that the service never knew. */
const GONE: ReadonlySet<number> = new Set([404, 410])
/** What `public/sw.js` shows; below the 4096 bytes a push service takes. */
const payloadOf = ({ title, content, path }: Parcel): string => JSON.stringify({ title: title.slice(0, 100), body: content.slice(0, 400), link: path.length <= 500 ? path : '' })

/** Web push (RFC 8030), encrypted for each device (RFC 8291) of the recipient. Sent when one of them took it; those that are gone are forgotten. */
export const webPush: Carry = async (db, parcel, settings) => {
  const devices = await devicesOf(db, parcel.to.userId)
  const options = optionsFor(db, parcel, settings)
  const faults = await Promise.all(devices.map(d => push(db, d, parcel, options).catch(error => error as Error)))
  if (faults.includes(undefined)) return { state: 'sent', providerId: null, cost: null }
  const fault = faults.find(f => !(f instanceof NotSent))
  throw fault ?? new NotSent('没有接收推送的设备')
}
function optionsFor(db: Db, { event }: Parcel, settings: Settings): RequestOptions {
  const vapidDetails = { subject: subjectOf(settings), ...vapidKeys(db) }
  return { TTL: TTL_SECONDS, urgency: event.level === 'info' ? 'normal' : 'high', contentEncoding: 'aes128gcm', vapidDetails }
}
/** Whom the push service writes to when something is wrong. */
function subjectOf({ site, mailFrom, smtpUser }: Settings): string {
  if (/^https:\/\//i.test(site)) return site
  const address = /[^\s<>]+@[^\s<>]+/.exec(`${mailFrom ?? ''} ${smtpUser ?? ''}`)?.[0]
  if (!address) throw new NotSent('没有设置 https 的平台网址，推送服务不接受')
  return `mailto:${address}`
}
async function push(db: Db, { id, endpoint, keys }: Device, parcel: Parcel, options: RequestOptions): Promise<undefined> {
  const { default: library } = await import('web-push') // loaded with the first push
  const { headers, body } = library.generateRequestDetails({ endpoint, keys }, payloadOf(parcel), options)
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  const { status } = await callOut(endpoint, { method: 'POST', headers: named, body: body as Buffer })
  if (GONE.has(status)) {
    await db.removeWhere(device, { id }, { history: false })
    throw new NotSent('推送设备已失效')
  }
  if (status < 200 || status >= 300) throw new Error(`推送服务：${status}`)
  await db.updateWhere(device, { id }, { lastOkAt: new Date().toISOString() }, { bookkeeping: true })
}
