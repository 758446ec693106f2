import { useEffect, useState } from 'react'

/** Countdown in seconds and its start function. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!until) return
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return [left, seconds => setUntil(Date.now() + seconds * 1000)]
}
