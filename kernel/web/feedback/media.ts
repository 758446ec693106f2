import { useSyncExternalStore } from 'react'

/** Hook that follows a media query. */
export function mediaHook(query: string): () => boolean {
  const list = typeof matchMedia === 'undefined' ? undefined : matchMedia(query)
  const follow = (listener: () => void): (() => void) => {
    list?.addEventListener('change', listener)
    return () => list?.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(follow, () => list?.matches ?? false)
}
