import { useEffect, useState } from 'react'

/** The current time, drawn anew at every tick. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
/** The server's clock: the time it told last, and what has passed since. */
export function useServerClock(told: string | undefined, everyMs?: number): number {
  const [ahead, setAhead] = useState(0)
  useEffect(() => {
    if (told) setAhead(Date.parse(told) - Date.now())
  }, [told])
  return useNow(everyMs) + ahead
}
