import { type Question, questionFields } from './question.ts'

/** What may differ in a later version: wording, and options at the end (60-SV1). */
const WORDING: ReadonlySet<string> = new Set(['title', 'help', 'options', 'rows'])
/** The same text for the same value: the database returns the keys of an object in another order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
const same = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b)
const NOTHING: ReadonlyArray<{ key: string }> = []
/** Whether the lines of before are still there, in their order, with nothing but their wording changed. */
const isAppended = (before: readonly object[], now: readonly object[]): boolean =>
  now.length >= before.length && before.every((line, i) => same({ ...line, label: '' }, { ...now[i], label: '' }))
/** The first question that a later version changes otherwise; undefined where results can still be joined by keys. */
export function changedBeyondWording(before: readonly Question[], now: readonly Question[]): Question | undefined {
  const added = now[before.length]
  const changed = before.find((q, i) => {
    const next = now[i]
    if (next?.key !== q.key) return true
    if (Object.keys(questionFields).some(name => !WORDING.has(name) && !same(q[name as keyof Question], next[name as keyof Question]))) return true
    return !isAppended(q.options ?? NOTHING, next.options ?? NOTHING) || !same(keysOf(q.rows), keysOf(next.rows))
  })
  return changed ?? added
}
const keysOf = (rows: Question['rows']): string[] => (rows ?? []).map(row => row.key)
