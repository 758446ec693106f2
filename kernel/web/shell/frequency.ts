import { read, write } from '#web/session/storage.ts'

/** How often each path was opened from a menu at this browser. */
export const frequency = (): Record<string, number> => read<Record<string, number>>('ql-frequency') ?? {}

export function countOpening(path: string): void {
  const counts = frequency()
  write('ql-frequency', { ...counts, [path]: (counts[path] ?? 0) + 1 })
}
/** The paths used most, most used first. */
export const mostUsed = (limit: number): string[] =>
  Object.entries(frequency())
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([path]) => path)
