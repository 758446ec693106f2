import { citizenIdFault, isDate, isDatetime, isEmail, isMobile, isPhone, isTime, isUrl, isUuid, trim } from './checks.ts'
import type { Field, Fields } from './field.ts'
import type { Issue } from './refusal.ts'

/** Messages of value validation; `{label}` is the field's label, `{value}` the input. */
export const VALUE_TEXTS = {
  required: '请填写{label}',
  unknown: '没有“{key}”这一项',
  fixed: '{label}建立后不能修改',
  readonly: '{label}由系统维护，不能填写',
  type: '{label}的值类型不对：{value}',
  tooLong: '{label}最多 {max} 个字，现在 {length} 个',
  tooShort: '{label}至少 {min} 个字，现在 {length} 个',
  tooSmall: '{label}不能小于 {min}，现在是 {value}',
  tooLarge: '{label}不能大于 {max}，现在是 {value}',
  scale: '{label}最多 {scale} 位小数，现在是 {value}',
  choice: '{label}没有“{value}”这个选项',
  mobile: '{label}应为 11 位手机号，现在是“{value}”（{length} 位）',
  phone: '{label}不是有效的电话号码：{value}',
  email: '{label}不是有效的邮箱：{value}',
  url: '{label}不是有效的公网网址：{value}',
  digits: '{label}只能是数字：{value}',
  code: '{label}只能用字母、数字、短横线和下划线：{value}',
  citizenIdLength: '{label}应为 18 位身份证号，现在 {length} 位',
  citizenIdBirthDate: '{label}中的出生日期不存在：{birthDate}',
  citizenIdCheckDigit: '{label}校验位不对，请核对：{value}',
  date: '{label}应是 2026-09-01 这样的日期，现在是“{value}”',
  time: '{label}应是 08:30 这样的时间，现在是“{value}”',
  datetime: '{label}应是日期和时间，现在是“{value}”',
  id: '{label}不是有效的编号：{value}',
  tooMany: '{label}最多 {max} 个，现在 {length} 个',
  tooManyKeys: '最多 {max} 项，现在 {count} 项',
} as const
export type ValueRule = keyof typeof VALUE_TEXTS

type Outcome = { value: unknown } | { issue: Issue }
const fault = (rule: ValueRule, name: string, field: Field, values: Record<string, unknown> = {}): Outcome => ({
  issue: { field: name, rule: `value.${rule}`, text: VALUE_TEXTS[rule], values: { label: field.label, ...values } },
})
const show = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 60)

/** Validates one value from a request: no type coercion; texts are trimmed, empty texts become null. */
export function parseValue(name: string, field: Field, given: unknown): Outcome {
  const value = typeof given === 'string' ? (field.kind === 'rich' ? given : trim(given)) : given
  if (value === null || value === undefined || value === '') return field.options.required ? fault('required', name, field) : { value: null }
  return PARSERS[field.kind](name, field, value)
}

type Parser = (name: string, field: Field, value: unknown) => Outcome
const wrongType: Parser = (name, field, value) => fault('type', name, field, { value: show(value) })
const string =
  (then: (name: string, field: Field, value: string) => Outcome): Parser =>
  (name, field, value) =>
    typeof value === 'string' ? then(name, field, value) : wrongType(name, field, value)
const matching = (rule: ValueRule, test: (value: string) => boolean) => string((name, field, value) => (test(value) ? { value } : fault(rule, name, field, { value: show(value) })))

const number: Parser = (name, field, value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType(name, field, value)
  const { min, max, scale } = field.options
  if (field.kind !== 'decimal' && !Number.isSafeInteger(value)) return wrongType(name, field, value)
  if (field.kind === 'integer' && Math.abs(value) > 2147483647) return fault('tooLarge', name, field, { value, max: 2147483647 })
  if (min !== undefined && value < min) return fault('tooSmall', name, field, { value, min })
  if (max !== undefined && value > max) return fault('tooLarge', name, field, { value, max })
  if (field.kind === 'decimal' && scale !== undefined && Math.abs(value * 10 ** scale - Math.round(value * 10 ** scale)) > 1e-6)
    return fault('scale', name, field, { value, scale })
  return { value }
}
const textParser = string((name, field, value) => {
  const { max = field.kind === 'rich' ? 200_000 : 200, min, format } = field.options
  const length = [...value].length
  if (length > max) return fault('tooLong', name, field, { max, length, value: show(value) })
  if (min !== undefined && length < min) return fault('tooShort', name, field, { min, length, value: show(value) })
  if (value.includes('\u0000')) return wrongType(name, field, value)
  const wrong = format && FORMATS[format](value)
  return wrong ? fault(wrong.rule, name, field, { value: show(value), length, ...wrong.values }) : { value }
})
const FORMATS: Record<NonNullable<Field['options']['format']>, (value: string) => { rule: ValueRule; values?: Record<string, unknown> } | undefined> = {
  mobile: v => (isMobile(v) ? undefined : { rule: 'mobile' }),
  phone: v => (isPhone(v) ? undefined : { rule: 'phone' }),
  email: v => (isEmail(v) ? undefined : { rule: 'email' }),
  url: v => (isUrl(v) ? undefined : { rule: 'url' }),
  digits: v => (/^\d+$/.test(v) ? undefined : { rule: 'digits' }),
  uuid: v => (isUuid(v) ? undefined : { rule: 'id' }),
  code: v => (/^[\w-]+$/.test(v) ? undefined : { rule: 'code' }),
  citizenId: v => {
    const wrong = citizenIdFault(v)
    if (!wrong) return undefined
    if (wrong === 'length') return { rule: 'citizenIdLength' }
    return wrong === 'birthDate' ? { rule: 'citizenIdBirthDate', values: { birthDate: v.slice(6, 14) } } : { rule: 'citizenIdCheckDigit' }
  },
}
const listParser: Parser = (name, field, value) => {
  if (!Array.isArray(value)) return wrongType(name, field, value)
  const max = field.options.maxFiles ?? field.options.max ?? 1000
  if (value.length > max) return fault('tooMany', name, field, { max, length: value.length })
  const of = field.options.of
  if (!of) return value.every(v => typeof v === 'string' && isUuid(v)) ? { value } : wrongType(name, field, value)
  const parsed: unknown[] = []
  for (const [i, item] of value.entries()) {
    const one = parseValue(`${name}[${i}]`, of, item)
    if ('issue' in one) return one
    if (one.value === null) return fault('required', `${name}[${i}]`, of)
    parsed.push(one.value)
  }
  return { value: parsed }
}
const PARSERS: Record<Field['kind'], Parser> = {
  text: textParser,
  rich: textParser,
  integer: number,
  money: number,
  decimal: number,
  bool: (name, field, value) => (typeof value === 'boolean' ? { value } : wrongType(name, field, value)),
  date: matching('date', isDate),
  time: matching('time', isTime),
  datetime: matching('datetime', isDatetime),
  ref: matching('id', isUuid),
  dict: string((name, field, value) => (/^[\w.-]{1,64}$/.test(value) ? { value } : fault('choice', name, field, { value: show(value) }))),
  choice: string((name, field, value) => (Object.hasOwn(field.options.choices ?? {}, value) ? { value } : fault('choice', name, field, { value: show(value) }))),
  list: listParser,
  files: listParser,
  shape: (name, field, value) => {
    if (typeof value !== 'object' || Array.isArray(value)) return wrongType(name, field, value)
    const parsed = parseFields(field.options.fields ?? {}, value as Record<string, unknown>)
    return parsed.issues.length ? { issue: { ...(parsed.issues[0] as Issue), field: `${name}.${parsed.issues[0]?.field}` } } : { value: parsed.values }
  },
  json: (_name, _field, value) => ({ value }),
}

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
