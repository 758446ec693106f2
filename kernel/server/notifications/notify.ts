import type { MessageEvent, Wording } from '#model'
import type { Db } from '../context.ts'

/** Variable of a notification: user input as text; product words (a state, a kind, a reason) as phrases, translated per reader. */
export type NotificationValue = Wording | number | null

/** A notification and its recipients. `bizType` and `bizId` name the row concerned: repeated events about the same row are merged for a while. */
export interface Notification {
  /** User ids of this school. */
  to: readonly string[]
  /** Values of the template's variables. */
  values?: Readonly<Record<string, NotificationValue>>
  bizType?: string
  bizId?: string
  /** Link targets on desktop and phone. */
  link?: string
  mobileLink?: string
}
/** Outbox event that delivers notifications. */
export const NOTIFICATION_EVENT = 'message.told'

/** Sends a notification when the running transaction commits. Channels, quiet hours and templates are the school's. An empty recipient list is allowed. */
export const notify = (db: Db, event: MessageEvent, notification: Notification): Promise<void> => notifyEach(db, event, [notification])

/** Sends the same notification type with individual values, in one round trip. */
export const notifyEach = (db: Db, event: MessageEvent, each: readonly Notification[]): Promise<void> =>
  db.emitMany(
    NOTIFICATION_EVENT,
    each.filter(notification => notification.to.length).map(notification => ({ event: event.code, values: {}, ...notification, to: [...new Set(notification.to)] })),
  )
