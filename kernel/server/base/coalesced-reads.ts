const FORGOTTEN_MS = 60_000

/** Cache with coalesced reads: returns the value of a key if at most `freshMs` old, or awaits the read in progress. `look` receives the previous value. */
export function coalescedReads<T>(freshMs: number): (key: string, look: (before: T | undefined) => Promise<T>) => Promise<T> {
  const pictures = new Map<string, { at: number; picture: T }>()
  const asked = new Map<string, Promise<T>>()
  const forget = (now: number): void => {
    for (const [key, { at }] of pictures) if (at < now - FORGOTTEN_MS) pictures.delete(key)
  }
  const made = async (key: string, look: (before: T | undefined) => Promise<T>): Promise<T> => {
    const picture = await look(pictures.get(key)?.picture)
    pictures.set(key, { at: Date.now(), picture })
    return picture
  }
  return async (key, look) => {
    const known = pictures.get(key)
    if (known && known.at > Date.now() - freshMs) return known.picture
    const running = asked.get(key)
    if (running) return running
    forget(Date.now())
    const making = made(key, look).finally(() => asked.delete(key))
    asked.set(key, making)
    return making
  }
}
