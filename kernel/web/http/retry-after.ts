import { ApiRefusal } from './failure.ts'

const TRIES = 3
/** A call that was sent away at the door, where nothing had been done yet, knocks again when it was told to; people hear of the crowd only when that was in vain.
 *  Each waits up to twice as long as it was told, so that a crowd does not come back as one. */
export async function withRetryAfter<T>(send: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await send()
    } catch (error) {
      const seconds = n < TRIES ? crowdedFor(error) : 0
      if (!seconds) throw error
      await pause(seconds * 1000 * (1 + Math.random()))
      if (signal?.aborted) throw error
    }
  }
}
function crowdedFor(error: unknown): number {
  if (!(error instanceof ApiRefusal) || !error.errors.some(e => e.rule === 'http.crowded')) return 0
  return Number((error.data as { retryAfter?: unknown } | null)?.retryAfter) || 0
}
const pause = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))
