import type { Option } from '../../model/question.ts'

/** The first free key of its kind: q1, q2. */
export function nextKey(prefix: string, taken: readonly string[]): string {
  for (let n = 1; ; n++) if (!taken.includes(`${prefix}${n}`)) return `${prefix}${n}`
}
export const newOption = (others: ReadonlyArray<Pick<Option, 'key'>>): Option => {
  const key = nextKey(
    'o',
    others.map(o => o.key),
  )
  return { key, label: `选项 ${key.slice(1)}`, exclusive: null, openText: null, score: null }
}
