import type { Listener } from '#server/context.ts'
import { NOTIFICATION_EVENT, type Notification } from '#server/notifications/notify.ts'
import type { Server } from '#server/start/server.ts'

export interface SentNotification extends Notification {
  event: string
}
/** Replaces the notification delivery; returns a function that lists the notifications of an event so far, of all recipients or one, oldest first. */
export function captureNotifications(server: Server): (event: string, to?: string) => Promise<SentNotification[]> {
  const heard: SentNotification[] = []
  const listener: Listener = {
    kind: 'listener',
    events: [NOTIFICATION_EVENT],
    name: 'test.told',
    run: async (_ctx, payloads) => void heard.push(...(payloads as unknown as SentNotification[])),
  }
  ;(server.core.registry.listeners as Map<string, readonly Listener[]>).set(NOTIFICATION_EVENT, [listener])
  return async (event, to) => {
    await server.identity.trail.flush()
    await server.settle()
    return heard.filter(h => h.event === event && (!to || h.to.includes(to)))
  }
}
