import { useEffect, useState } from 'react'

/** The server's clock as estimated by this page, ticking every second. */
export function useNow(serverNow?: string): number {
  const [ahead, setAhead] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (serverNow) setAhead(Date.parse(serverNow) - Date.now())
  }, [serverNow])
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now + ahead
}
