import { ApiRefusal } from './failure.ts'

const TRIES = 3
/** Retries a call refused for overload before any work was done, after Retry-After; the refusal is shown only when all retries fail. Waits up to twice the given time
 *  (jitter), so that clients do not return all at once. */
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
