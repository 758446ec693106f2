import { trim } from '#model/checks.ts'
import type { Field, Fields } from '#model/field.ts'
import type { Issue } from '#model/refusal.ts'
import { VALUE_TEXTS, type ValueRule } from '#model/value-texts.ts'
import { fault, type Inner, type Outcome } from './field-model.ts'
import { MODELS } from './models.ts'

/** Validates one value from a request: no type coercion; texts are trimmed, empty texts become null. */
export function parseValue(name: string, field: Field, given: unknown): Outcome {
  const model = MODELS[field.kind]
  const value = typeof given === 'string' && !model.isVerbatim ? trim(given) : given
  if (value === null || value === undefined || value === '') return field.options.required ? fault('required', name, field) : { value: null }
  return model.parse(name, field, value, INNER)
}
const INNER: Inner = { value: (name, field, given) => parseValue(name, field, given), fields: (fields, given) => parseFields(fields, given) }

export interface Parsed {
  values: Record<string, unknown>
  issues: Issue[]
}
/** Validation of an object stops after this many issues. */
const MAX_ISSUES = 20
/** Unknown keys tolerated before the whole object is refused with one issue: no form sends more, and reporting each would waste processor time. */
const MAX_UNKNOWN_KEYS = 300
/** Length to which a key is cut in an error message. */
const MAX_KEY_SHOWN = 60
/** Validates a body against fields. `add`: required fields must be present and defaults are filled in; `update`: only the given fields. Unknown, immutable and read-only names
 *  are refused, never dropped silently. Stops after 20 issues; an object with hundreds of unknown keys gives one issue. */
export function parseFields(fields: Fields, given: Record<string, unknown>, mode: 'add' | 'update' = 'add', ignore: readonly string[] = []): Parsed {
  const values: Record<string, unknown> = {}
  const issues: Issue[] = []
  const keys = Object.keys(given)
  const max = Object.keys(fields).length + ignore.length + MAX_UNKNOWN_KEYS
  if (keys.length > max) return { values, issues: [{ rule: 'value.tooManyKeys', text: VALUE_TEXTS.tooManyKeys, values: { max, count: keys.length } }] }
  for (const key of keys) {
    if (issues.length >= MAX_ISSUES) return { values, issues }
    if (ignore.includes(key)) continue
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    const refused: ValueRule | undefined = !field ? 'unknown' : field.options.readonly || field.options.computed ? 'readonly' : undefined
    if (refused || !field) {
      const shown = key.slice(0, MAX_KEY_SHOWN)
      issues.push({ field: shown, rule: `value.${refused ?? 'unknown'}`, text: VALUE_TEXTS[refused ?? 'unknown'], values: { key: shown, label: field?.label ?? shown } })
      continue
    }
    const one = parseValue(key, field, given[key])
    if ('issue' in one) issues.push(one.issue)
    else values[key] = one.value
  }
  if (mode === 'add') {
    for (const [key, field] of Object.entries(fields)) {
      if (issues.length >= MAX_ISSUES) return { values, issues }
      if (Object.hasOwn(given, key) || field.options.readonly || field.options.computed) continue
      if (field.options.initial !== undefined) values[key] = field.options.initial
      else if (field.options.required) issues.push({ field: key, rule: 'value.required', text: VALUE_TEXTS.required, values: { label: field.label } })
    }
  }
  return { values, issues }
}
