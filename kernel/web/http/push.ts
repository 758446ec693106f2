import { post } from './client.ts'
import { port } from './ports.ts'

/** Whether this browser can show messages while the program is closed. On iPhones only the installed program can; inside WeCom and WeChat nothing can. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

const worker = (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration('/')
const current = async (): Promise<PushSubscription | undefined> => (canPush() ? ((await (await worker())?.pushManager.getSubscription()) ?? undefined) : undefined)

/** Whether messages for the signed-in account come to this browser. A subscription of somebody else, who used it before, ends here. */
export async function keepPush(): Promise<boolean> {
  const subscription = await current().catch(() => undefined)
  if (!subscription) return false
  const { isMine } = await post<{ isMine: boolean }>(port('keepPush'), { endpoint: subscription.endpoint }, { quiet: true })
  if (!isMine) await subscription.unsubscribe()
  return isMine
}
/** What a server needs to push to this browser. */
export interface Subscribed {
  endpoint: string
  p256dh: string
  auth: string
}
/** Asks for permission, so call it from a press; then subscribes anew: another endpoint, which whoever knew the one before does not know. Says why there is none: not allowed, or
 *  the service of the browser's maker is out of reach. */
export async function subscribeToPush(key: string): Promise<Subscribed | 'denied' | 'unreachable'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    const manager = (await worker())?.pushManager
    if (!manager) return 'unreachable'
    await (await manager.getSubscription())?.unsubscribe()
    const made = (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })).toJSON()
    return { endpoint: made.endpoint ?? '', p256dh: made.keys?.p256dh ?? '', auth: made.keys?.auth ?? '' }
  } catch {
    return 'unreachable'
  }
}
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, c => c.charCodeAt(0))
}
const PATIENCE_MS = 2000
/** Ends the subscription of this browser, for whomever it is; returns its endpoint. Without network it is given up soon: the server pushes for a live session only. */
export async function dropPush(): Promise<string | undefined> {
  const subscription = await current().catch(() => undefined)
  const over = new Promise<void>(done => setTimeout(done, PATIENCE_MS))
  await Promise.race([over, subscription?.unsubscribe().catch(() => undefined)])
  return subscription?.endpoint
}
