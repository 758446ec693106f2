import { DatePicker, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import type { Field } from '#model'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { FilesInput } from '#web/inputs/FilesInput.tsx'
import { numberOf, numberText } from '#web/inputs/numbers.ts'
import { choicesOf, isOnPhone, PhoneInput } from '#web/inputs/PhoneInput.tsx'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { fromDate, fromDatetime, fromTime, toDate, toDatetime, toTime } from '#web/inputs/time.ts'
import { RichInput } from '#web/rich/RichInput.tsx'
import { useDict } from '#web/values/useDict.ts'

export interface FieldInputProps {
  id: string
  field: Field
  value: unknown
  onChange: (value: unknown) => void
  disabled: boolean
  status: '' | 'error'
  placeholder?: string
  describedBy?: string | undefined
  /** Label of the referenced row, if known. */
  label?: string | null
  where?: Readonly<Record<string, string | null | undefined>>
}
/** Input for a field, by its kind. */
export function FieldInput({ field, value, onChange, label, where, describedBy, ...rest }: FieldInputProps) {
  const narrow = useNarrow()
  const common = {
    ...rest,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(field.options.required ? { 'aria-required': true } : {}),
    ...(rest.status === 'error' ? { 'aria-invalid': true } : {}),
  }
  const text = typeof value === 'string' ? value : ''
  const code = text || null
  const { options } = field
  const allowClear = !options.required
  if (narrow && isOnPhone(field)) return <PhoneInput {...common} field={field} value={code} onChange={onChange} />
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return <NumberInput {...common} field={field} value={value} onChange={onChange} />
    case 'bool':
      return <Switch id={common.id} disabled={common.disabled} checked={value === true} onChange={onChange} />
    case 'date':
      return <DatePicker {...common} className="ql-wide" value={fromDate(value)} onChange={day => onChange(toDate(day))} />
    case 'datetime':
      return (
        <DatePicker
          {...common}
          className="ql-wide"
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          value={fromDatetime(value)}
          onChange={at => onChange(toDatetime(at))}
        />
      )
    case 'time':
      return <DatePicker {...common} className="ql-wide" picker="time" format="HH:mm" value={fromTime(value)} onChange={at => onChange(toTime(at))} />
    case 'dict':
      return options.dictionary ? <DictSelect {...common} of={options.dictionary} value={code} onChange={onChange} allowClear={allowClear} /> : null
    case 'choice':
      return <Select {...common} value={code} options={choicesOf(field)} allowClear={allowClear} onChange={v => onChange(v ?? null)} />
    case 'ref':
      return <RefSelect {...common} to={options.to ?? ''} value={code} label={label ?? null} {...(where ? { where } : {})} allowClear={allowClear} onChange={onChange} />
    case 'list':
      return <ListInput {...common} field={field} value={value} onChange={onChange} />
    case 'rich':
      return <RichInput {...common} value={text} onChange={html => onChange(html || null)} />
    case 'files':
      return <FilesInput {...common} field={field} value={value} onChange={onChange} />
    default:
      return <TextInput {...common} field={field} value={text} onChange={onChange} />
  }
}

type InputProps<V> = Omit<FieldInputProps, 'value' | 'where' | 'label' | 'describedBy'> & { value: V }
const MODES = { mobile: 'tel', phone: 'tel', email: 'email', url: 'url', digits: 'numeric' } as const

function TextInput({ field, onChange, ...rest }: InputProps<string>) {
  const { max = 200, format, multiline } = field.options
  if (multiline) return <Input.TextArea {...rest} autoSize={{ minRows: 3, maxRows: 10 }} showCount maxLength={max} onChange={e => onChange(e.target.value)} />
  const mode = format && format in MODES ? MODES[format as keyof typeof MODES] : undefined
  // no maxLength: a pasted number with spaces must arrive whole, to be trimmed or refused with an explanation
  return <Input {...rest} {...(mode ? { inputMode: mode } : {})} autoComplete="off" onChange={e => onChange(e.target.value)} />
}
function NumberInput({ field, value, onChange, ...rest }: InputProps<unknown>) {
  const [typed, setTyped] = useState(() => numberText(field, value))
  // keep the text as typed; only a value set from outside replaces it
  const shown = (numberOf(field, typed) ?? null) === (value ?? null) ? typed : numberText(field, value)
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      prefix={field.kind === 'money' ? '¥' : undefined}
      value={shown}
      onChange={e => {
        setTyped(e.target.value)
        onChange(numberOf(field, e.target.value))
      }}
    />
  )
}
function ListInput({ field, value, onChange, ...rest }: InputProps<unknown>) {
  const of = field.options.of
  const values = Array.isArray(value) ? (value as string[]) : []
  const common = { ...rest, className: 'ql-wide', value: values, onChange: (next: string[]) => onChange(next) }
  if (of?.kind === 'dict' && of.options.dictionary) return <DictList {...common} of={of.options.dictionary} />
  if (of?.kind === 'choice') return <Select {...common} mode="multiple" options={choicesOf(of)} />
  return <Select {...common} mode="tags" tokenSeparators={[',', '，', '、']} open={false} suffixIcon={null} />
}
type DictListProps = { of: NonNullable<Field['options']['dictionary']>; value: string[]; onChange: (next: string[]) => void; id: string; disabled: boolean; className: string }
const DictList = ({ of, ...rest }: DictListProps) => {
  const items = useDict(of)
  return (
    <Select
      {...rest}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      options={items.filter(i => i.isEnabled || rest.value.includes(i.key)).map(i => ({ value: i.key, label: i.label }))}
    />
  )
}
