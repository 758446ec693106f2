import { setTimeout as pause } from 'node:timers/promises'

/** One after another, each at its own time, however long the ones before take; with the milliseconds from when it was due to its answer. */
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
/** What all but one in a hundred stayed under, in milliseconds. */
export function p99Of(answers: ReadonlyArray<{ ms: number }>): number {
  const times = answers.map(a => a.ms).toSorted((a, b) => a - b)
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0
}
