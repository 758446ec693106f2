import { createContext, useContext } from 'react'
import { useNow } from '#web/feedback/useNow.ts'

/** Replayed time in milliseconds since 1970; undefined for live figures. */
export const Replayed = createContext<number | undefined>(undefined)
/** The time the figures on screen refer to. */
export function useMoment(): number {
  const now = useNow()
  return useContext(Replayed) ?? now
}
