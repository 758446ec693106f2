import { setTimeout as pause } from 'node:timers/promises'

/** Runs items at a fixed rate, independent of response times (open loop); latency is measured from the scheduled time. */
export async function atTheirTime<T, A extends object>(items: readonly T[], perSecond: number, send: (item: T, i: number) => Promise<A>): Promise<Array<A & { ms: number }>> {
  const began = performance.now()
  const answers: Array<Promise<A & { ms: number }>> = []
  for (const [i, item] of items.entries()) {
    const due = began + (i * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await pause(wait)
    answers.push(send(item, i).then(answer => ({ ...answer, ms: performance.now() - due })))
  }
  return Promise.all(answers)
}
function percentile(answers: ReadonlyArray<{ ms: number }>, share: number): number {
  const times = answers.map(a => a.ms).toSorted((a, b) => a - b)
  return times[Math.ceil(times.length * share) - 1] ?? 0
}
/** Percentiles in milliseconds. */
export const p99Of = (answers: ReadonlyArray<{ ms: number }>): number => percentile(answers, 0.99)
export const p95Of = (answers: ReadonlyArray<{ ms: number }>): number => percentile(answers, 0.95)
