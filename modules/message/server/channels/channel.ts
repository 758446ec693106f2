import type { MessageEvent } from '#model'
import type { Db } from '#server/context.ts'
import type { Settings } from '../settings.ts'
import type { Words } from '../texts.ts'

/** One message as an outside channel gets it. */
export interface Parcel {
  event: MessageEvent
  to: { userId: string; accountNo: string; mobile: string | null; email: string | null }
  /** Shortened already, and says where to look. */
  title: string
  content: string
  /** What vendors fill templates of their own with; shortened as the texts are. */
  values: Words
  /** Where it leads, whole; empty where the school's address is not set. */
  address: string
}
export interface Carried {
  state: 'sent' | 'delivered'
  providerId: string | null
  cost: number | null
}
export type Carry = (db: Db, parcel: Parcel, settings: Settings) => Promise<Carried>

/** Trying again would change nothing: no address, no right, no more messages today. */
export class NotSent extends Error {}
