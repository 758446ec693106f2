import type { MessageEvent, Wording } from '#model'
import type { Db } from '../context.ts'

/** What stands in a message: what people entered as text; a word or sentence of the product (a state, a kind, a reason) as a phrase, so that everybody reads it in their own language. */
export type NotificationValue = Wording | number | null

/** What is told and to whom. `bizType` and `bizId` name the row it is about: the same event about the same row is one message for a while. */
export interface Notification {
  /** Accounts of this school. */
  to: readonly string[]
  /** Values of the event's variables. */
  values?: Readonly<Record<string, NotificationValue>>
  bizType?: string
  bizId?: string
  /** Where it leads, on a computer and on a phone. */
  link?: string
  mobileLink?: string
}
/** Name of the outbox event that carries a message to whoever delivers it. */
export const NOTIFICATION_EVENT = 'message.told'

/** Tells people something, once the running transaction commits. Channels, quiet hours and texts are the school's own. Nobody to tell is no error. */
export const notify = (db: Db, event: MessageEvent, told: Notification): Promise<void> => notifyEach(db, event, [told])

/** The same event to many people, each with values of their own, on one trip. */
export const notifyEach = (db: Db, event: MessageEvent, each: readonly Notification[]): Promise<void> =>
  db.emitMany(
    NOTIFICATION_EVENT,
    each.filter(told => told.to.length).map(told => ({ event: event.code, values: {}, ...told, to: [...new Set(told.to)] })),
  )
