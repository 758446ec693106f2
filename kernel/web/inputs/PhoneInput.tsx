import Input from 'antd/es/input/Input'
import type { Field } from '#model'
import { t } from '#web/i18n/index.ts'
import { plainDatetime } from '#web/values/format.ts'
import { useDict } from '#web/values/useDict.ts'

/** Kinds whose picker the phone brings along: wheels and lists people know, at no cost to load. */
const TYPES = { date: 'date', datetime: 'datetime-local', time: 'time' } as const
const isPicked = (kind: Field['kind']): kind is keyof typeof TYPES => Object.hasOwn(TYPES, kind)
/** A native list cannot be searched; longer dictionaries keep the searchable box. */
const isListed = (field: Field): boolean =>
  field.kind === 'choice' || (field.kind === 'dict' && field.options.dictionary !== undefined && field.options.dictionary.items.length <= 30)

/** Whether a field is entered by the phone's own picker. */
export const isOnPhone = (field: Field): boolean => isPicked(field.kind) || isListed(field)

interface PhoneInputProps {
  id: string
  field: Field
  value: string | null
  onChange: (value: string | null) => void
  disabled: boolean
  status: '' | 'error'
  placeholder?: string
}
/** Input of a field on a phone, by the phone's own picker. */
export function PhoneInput({ field, value, onChange, ...rest }: PhoneInputProps) {
  if (!isPicked(field.kind)) return <PhoneSelect field={field} value={value} onChange={onChange} {...rest} />
  const kind = field.kind
  return <Input {...rest} type={TYPES[kind]} value={shown(kind, value)} onChange={event => onChange(entered(kind, event.target.value))} />
}
const shown = (kind: keyof typeof TYPES, value: string | null): string => {
  if (!value) return ''
  if (kind === 'datetime') return plainDatetime(value).replace(' ', 'T').slice(0, 16)
  return kind === 'date' ? value.slice(0, 10) : value.slice(0, 5)
}
/** Values as the other pickers give them: China time with its offset. */
const entered = (kind: keyof typeof TYPES, text: string): string | null => (text ? (kind === 'datetime' ? `${text.slice(0, 16)}:00+08:00` : text) : null)

/** Options of a choice field in the reader's language. */
export const choicesOf = (field: Field | undefined) => Object.entries(field?.options.choices ?? {}).map(([value, label]) => ({ value, label: t(label) }))

type SelectProps = PhoneInputProps & { options?: ReadonlyArray<{ value: string; label: string }> }
const PhoneSelect = ({ field, ...rest }: SelectProps) =>
  field.options.dictionary ? <DictOptions {...rest} field={field} of={field.options.dictionary} /> : <Options {...rest} field={field} options={choicesOf(field)} />
function DictOptions({ of, ...rest }: SelectProps & { of: NonNullable<Field['options']['dictionary']> }) {
  const items = useDict(of)
  return <Options {...rest} options={items.filter(item => item.isEnabled || item.key === rest.value).map(item => ({ value: item.key, label: item.label }))} />
}
function Options({ field, value, onChange, status, placeholder, options = [], ...rest }: SelectProps) {
  return (
    <select {...rest} className={status ? 'ql-native ql-invalid' : 'ql-native'} value={value ?? ''} onChange={event => onChange(event.target.value || null)}>
      {value && field.options.required ? null : <option value="">{placeholder ?? t('请选择')}</option>}
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
