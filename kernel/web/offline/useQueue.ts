import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Delivery, openQueue, type Queued, type Sent } from './queue.ts'

const AGAIN_MS = 10_000
const NOTHING: Sent = { refusals: new Map(), failure: undefined }

export interface QueueState<T> extends Sent {
  /** What the server has not confirmed, the oldest first. */
  readonly waiting: ReadonlyArray<Queued<T>>
  /** The browser could not store the last entry: it is lost with the page. */
  readonly isUnsaved: boolean
  /** Stores it, in place of the waiting entry with the same key, and sends it as soon as possible. */
  add(value: T, key?: string): Promise<void>
  discard(entries: ReadonlyArray<Queued<T>>): Promise<void>
}
/** The account's offline queue of that name. While the page is open it is sent at once, when the network is back, and every ten seconds. */
export function useQueue<T>(name: string, delivery: Delivery<T>): QueueState<T> {
  const latest = useRef(delivery)
  useEffect(() => {
    latest.current = delivery
  })
  const queue = useMemo(() => openQueue<T>(name), [name])
  const [seen, setSeen] = useState({ queue, waiting: queue.waiting(), sent: NOTHING })
  const [isUnsaved, setUnsaved] = useState(false)
  const isSending = useRef(false)
  const look = useCallback((sent?: Sent) => setSeen(now => ({ queue, waiting: queue.waiting(), sent: sent ?? now.sent })), [queue])
  const flush = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    look(await queue.flush(latest.current))
    isSending.current = false
  }, [queue, look])
  useEffect(() => {
    const again = () => void flush()
    const timer = setInterval(again, AGAIN_MS)
    addEventListener('online', again)
    again()
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [flush])
  return {
    ...(seen.queue === queue ? seen.sent : NOTHING),
    waiting: seen.queue === queue ? seen.waiting : queue.waiting(),
    isUnsaved,
    async add(value, key) {
      const saved = queue.add(value, key)
      look()
      await saved.then(
        () => setUnsaved(false),
        () => setUnsaved(true),
      )
      void flush()
    },
    async discard(entries) {
      await queue.discard(entries)
      look(NOTHING)
    },
  }
}
