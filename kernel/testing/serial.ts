const last = new Map<string, number>()
/** The next number of a kind of test data, from 1. */
export function serial(of: string): number {
  const n = (last.get(of) ?? 0) + 1
  last.set(of, n)
  return n
}
/** The numbers given so far, by kind. */
export const serials = (): Record<string, number> => Object.fromEntries(last)
/** Continues after numbers given in another process. */
export function continueAfter(given: Readonly<Record<string, number>>): void {
  for (const [of, n] of Object.entries(given)) last.set(of, Math.max(n, last.get(of) ?? 0))
}
