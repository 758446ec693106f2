import type { MessageEvent } from '#model'
import type { Db } from '#server/context.ts'
import type { Settings } from '../settings.ts'
import type { Words } from '../texts.ts'

/** A message for an outside channel. */
export interface Parcel {
  event: MessageEvent
  to: { userId: string; accountNo: string; mobile: string | null; email: string | null }
  /** Masked, with a hint where to look. */
  title: string
  content: string
  /** Values for vendor templates; masked like the texts. */
  values: Words
  /** The page it leads to, below the site's own address; empty if there is none. */
  path: string
  /** Absolute link; empty if the school's address is not configured. */
  address: string
}
export interface Carried {
  state: 'sent' | 'delivered'
  providerId: string | null
  cost: number | null
}
export type Carry = (db: Db, parcel: Parcel, settings: Settings) => Promise<Carried>

/** Permanent failure, no retry: no address, no permission, or the daily limit is reached. */
export class NotSent extends Error {}
