import { useEffect, useEffectEvent } from 'react'

/** Effect that runs on mount and when `value` changes; everything else it reads is current, not a dependency. */
export function useWhenChanged<T>(value: T, act: (value: T) => void): void {
  const latest = useEffectEvent(act)
  useEffect(() => {
    // discard the return value, e.g. the promise of scrolling
    latest(value)
  }, [value])
}
