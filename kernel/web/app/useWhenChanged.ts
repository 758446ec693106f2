import { useEffect, useEffectEvent } from 'react'

/** Does something at the beginning and whenever this has become another value, with everything else as it stands then. */
export function useWhenChanged<T>(value: T, act: (value: T) => void): void {
  const latest = useEffectEvent(act)
  useEffect(() => {
    // what it answers is no business of the effect: scrolling answers a promise
    latest(value)
  }, [value])
}
