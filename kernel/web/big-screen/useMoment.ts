import { createContext, useContext } from 'react'
import { useNow } from './useNow.ts'

/** The moment a wall shows again, in milliseconds since 1970; nothing where it shows what is now. */
export const Replayed = createContext<number | undefined>(undefined)
/** The moment that the numbers on a wall are of. */
export function useMoment(): number {
  const now = useNow()
  return useContext(Replayed) ?? now
}
