import { Input } from 'antd'
import { type FieldInput, type InputProps, textOf } from '../field-input.tsx'

const MODES = { mobile: 'tel', phone: 'tel', email: 'email', url: 'url', digits: 'numeric' } as const

function TextInput({ control, field, value, onChange }: InputProps) {
  const { max = 200, format, multiline } = field.options
  const common = { ...control, value: textOf(value) }
  if (multiline) return <Input.TextArea {...common} autoSize={{ minRows: 3, maxRows: 10 }} showCount maxLength={max} onChange={e => onChange(e.target.value)} />
  const mode = format && format in MODES ? MODES[format as keyof typeof MODES] : undefined
  // no maxLength: a pasted number with spaces must arrive whole, to be trimmed or refused with an explanation
  return <Input {...common} {...(mode ? { inputMode: mode } : {})} autoComplete="off" onChange={e => onChange(e.target.value)} />
}
export const input: FieldInput = { Input: TextInput }
