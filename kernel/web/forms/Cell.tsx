import type { ReactNode } from 'react'
import type { Dictionary, Field } from '#model'
import { State, type Tones, toneOf } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatDatetime, formatMoney, formatNumber, isMissing, MISSING, plainDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'

/** A value formatted by the kind of its field. */
export function Value({ field, value, name, tones, fieldName }: { field: Field; value: unknown; name?: unknown; tones?: Tones | undefined; fieldName?: string }): ReactNode {
  if (isMissing(value) || (Array.isArray(value) && !value.length)) return <span className="ql-quiet">{MISSING}</span>
  const colours = tones ?? field.options.states?.tones
  const isState = colours !== undefined || /^(state|status)$/.test(fieldName ?? '')
  switch (field.kind) {
    case 'ref':
      return isMissing(name) ? MISSING : String(name)
    case 'dict':
      return field.options.dictionary ? <DictText of={field.options.dictionary} code={String(value)} {...(isState ? { tones: tones ?? {} } : {})} /> : String(value)
    case 'bool':
      return fieldName === 'isEnabled' ? <State tone={value ? 'done' : 'over'}>{value ? t('启用') : t('停用')}</State> : plainText(field, value)
    case 'choice': {
      const label = t(field.options.choices?.[String(value)] ?? String(value))
      return isState ? <State tone={toneOf(String(value), colours)}>{label}</State> : label
    }
    case 'list':
      return <ListText field={field} values={value as readonly unknown[]} />
    case 'files':
      return t('{{n}} 个文件', { n: (value as readonly unknown[]).length })
    case 'datetime':
      return <time title={plainDatetime(String(value))}>{formatDatetime(String(value))}</time>
    case 'date':
      return <time title={String(value)}>{formatDate(String(value))}</time>
    default:
      return plainText(field, value)
  }
}
/** Text of kinds that need no lookup. */
export function plainText(field: Field, value: unknown): string {
  if (field.kind === 'bool') return value ? t('是') : t('否')
  if (field.kind === 'money') return formatMoney(Number(value))
  if (field.kind === 'decimal') return formatNumber(Number(value))
  // years, grades and other small integers have no thousands separator
  if (field.kind === 'integer') return Math.abs(Number(value)) < 10_000 ? String(value) : formatNumber(Number(value))
  if (field.kind === 'rich')
    return String(value)
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
function DictText({ of, code, tones }: { of: Dictionary; code: string; tones?: Tones | undefined }) {
  const label = dictLabel(useDict(of), code)
  return tones ? <State tone={toneOf(code, tones)}>{label}</State> : label
}
const ListText = ({ field, values }: { field: Field; values: readonly unknown[] }) =>
  values.map((value, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
    <span key={i}>
      {i ? t('、') : ''}
      {field.options.of ? <Value field={field.options.of} value={value} /> : String(value)}
    </span>
  ))
