import { signal } from '#web/base/signal.ts'
import { drop, read, write } from '#web/base/storage.ts'
import type { KeptPin } from './pin.ts'

/** Screen lock. Stored in local storage, so that reloads and other tabs stay locked. */
export interface ScreenLock {
  /** Only for users without a password. */
  pin?: KeptPin
  wrong: number
}
/** Has the prefix of its realm: cleared by signing out of it, not of another realm. */
const KEY = 'qlAdmin-screenLock'
export const MOST_WRONG = 5
const isLock = (value: unknown): value is ScreenLock => typeof value === 'object' && value !== null && typeof (value as ScreenLock).wrong === 'number'
const stored = (): ScreenLock | undefined => {
  const kept = typeof localStorage === 'undefined' ? undefined : read<unknown>(KEY)
  return isLock(kept) ? kept : undefined
}

export const screenLock = signal<ScreenLock | undefined>(stored())

export function lockScreen(pin?: KeptPin): void {
  const made: ScreenLock = { wrong: 0, ...(pin ? { pin } : {}) }
  write(KEY, made)
  screenLock.set(made)
}
export function unlockScreen(): void {
  drop(KEY)
  screenLock.set(undefined)
}
/** Counts a wrong PIN; returns the remaining tries. */
export function wrongPin(): number {
  const lock = screenLock.get()
  if (!lock) return 0
  const next = { ...lock, wrong: lock.wrong + 1 }
  write(KEY, next)
  screenLock.set(next)
  return Math.max(0, MOST_WRONG - next.wrong)
}
/** Follows the lock state of other tabs. */
export function followLock(): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) screenLock.set(stored())
  }
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

const HANDS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** Throttle of activity messages to other tabs. */
const TELL_MS = 1000
/** Locks after so many seconds without user input in any tab of this browser. */
export function lockWhenIdle(seconds: number, lock: () => void): () => void {
  let last = Date.now()
  let told = 0
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('ql-hand')
  if (tabs)
    tabs.onmessage = () => {
      last = Date.now()
    }
  const hand = () => {
    last = Date.now()
    if (last - told < TELL_MS) return
    told = last
    tabs?.postMessage(0)
  }
  for (const name of HANDS) addEventListener(name, hand, { passive: true, capture: true })
  const timer = setInterval(() => Date.now() - last >= seconds * 1000 && lock(), 1000)
  return () => {
    clearInterval(timer)
    tabs?.close()
    for (const name of HANDS) removeEventListener(name, hand, { capture: true })
  }
}
