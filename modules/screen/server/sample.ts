import type { Field, Fields } from '#model'
import { addDays, MINUTE_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'

const ITEMS = 6
const [WHOLE, STEP] = [42, 6] as const
const [PART, LESS] = [86.5, 7.5] as const
/** Made-up values of a field, the `n`-th of a list: what a tile looks like, with nothing of the school in it. */
function madeUp({ kind, options }: Field, n: number): unknown {
  switch (kind) {
    case 'integer':
      return WHOLE - n * STEP
    case 'money':
      return WHOLE * 100
    case 'decimal':
      return PART - n * LESS
    case 'bool':
      return n === 0
    case 'text':
      return `示例 ${n + 1}`
    case 'date':
      return addDays(today(), -n)
    case 'time':
      return '08:00'
    case 'datetime':
      return new Date(Date.now() - n * 10 * MINUTE_MS).toISOString()
    case 'choice':
      return Object.keys(options.choices ?? {})[0] ?? null
    case 'shape':
      return sampleOf(options.fields ?? {}, n)
    case 'list':
      return Array.from({ length: ITEMS }, (_, at) => (options.of ? madeUp(options.of, at) : null))
    default:
      return null
  }
}
/** Made-up values of all fields of a measure. */
export const sampleOf = (fields: Fields, n = 0): Record<string, unknown> => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, madeUp(field, n)]))
