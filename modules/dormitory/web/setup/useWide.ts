import { useSyncExternalStore } from 'react'

const query = (): MediaQueryList => matchMedia('(min-width: 1180px)')
const follow = (change: () => void): (() => void) => {
  const list = query()
  list.addEventListener('change', change)
  return () => list.removeEventListener('change', change)
}
/** Whether the viewport fits a card beside the map. */
export const useWide = (): boolean => useSyncExternalStore(follow, () => query().matches)
