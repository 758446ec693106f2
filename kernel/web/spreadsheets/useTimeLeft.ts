import { useRef } from 'react'

interface Mark {
  phase: string
  share: number
  at: number
}
/** Estimated seconds left, from the progress since the first observation; `undefined` until it is meaningful. */
export function secondsLeft(first: Mark, share: number, now: number): number | undefined {
  const passed = (now - first.at) / 1000
  const came = share - first.share
  return passed < 2 || came < 0.02 ? undefined : (passed / came) * (1 - share)
}
export function useTimeLeft(phase: string, share: number): number | undefined {
  const first = useRef<Mark>(undefined)
  const now = Date.now()
  if (!first.current || first.current.phase !== phase) first.current = { phase, share, at: now }
  return secondsLeft(first.current, share, now)
}
