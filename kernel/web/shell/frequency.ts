import { read, write } from '#web/base/storage.ts'

/** Open counts by path, from menus in this browser. */
export const frequency = (): Record<string, number> => read<Record<string, number>>('ql-frequency') ?? {}

export function countOpening(path: string): void {
  const counts = frequency()
  write('ql-frequency', { ...counts, [path]: (counts[path] ?? 0) + 1 })
}
/** The most used paths, in descending order. */
export const mostUsed = (limit: number): string[] =>
  Object.entries(frequency())
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([path]) => path)
