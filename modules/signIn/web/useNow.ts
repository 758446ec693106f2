import { useEffect, useState } from 'react'

/** The server's clock, as this page sees it, moving on each second. */
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
