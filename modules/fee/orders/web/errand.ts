import type { InputOf } from '#model'
import { drop, readEntry, write } from '#web/base/storage.ts'
import type { createOrder } from '../model/actions.ts'

/** What this tab was about to pay when it left to be named by WeChat's browser. */
export interface Errand {
  order: InputOf<typeof createOrder>
  state: string
}
const KEPT = 'ql-payErrand'
const GOOD_MS = 300_000
export const keepErrand = (errand: Errand): void => write(KEPT, errand, sessionStorage)
/** The order of the errand that returns with this state, once; undefined for any other, and after five minutes, when its code has expired, too. */
export function takeErrand(state: string | null): Errand['order'] | undefined {
  const kept = readEntry<Errand>(KEPT, sessionStorage)
  if (!kept) return undefined
  drop(KEPT, sessionStorage)
  return kept.content.state === state && Date.now() - kept.datetime < GOOD_MS ? kept.content.order : undefined
}
