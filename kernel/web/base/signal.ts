import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to. */
export interface Signal<T> {
  get(): T
  set(next: T | ((now: T) => T)): void
  follow(listener: () => void): () => void
}
export function signal<T>(initial: T): Signal<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: next => {
      const made = typeof next === 'function' ? (next as (now: T) => T)(value) : next
      if (Object.is(made, value)) return
      value = made
      for (const listener of [...listeners]) listener()
    },
    follow: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
/** Current value; the component re-renders when it changes. */
export const useSignal = <T>(of: Signal<T>): T => useSyncExternalStore(of.follow, of.get, of.get)
