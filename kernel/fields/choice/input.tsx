import { Select } from 'antd'
import type { Field } from '#model'
import { t } from '#web/i18n/index.ts'
import { PhoneSelect } from '#web/inputs/PhoneInput.tsx'
import { codeOf, type FieldInput, listOf } from '../field-input.tsx'

/** In the reader's language. */
const optionsOf = ({ options }: Field) => Object.entries(options.choices ?? {}).map(([value, label]) => ({ value, label: t(label) }))

export const input: FieldInput = {
  Input: ({ control, field, value, onChange }) => (
    <Select {...control} value={codeOf(value)} options={optionsOf(field)} allowClear={!field.options.required} onChange={v => onChange(v ?? null)} />
  ),
  Phone: ({ control, field, value, onChange }) => (
    <PhoneSelect {...control} isRequired={field.options.required === true} options={optionsOf(field)} value={codeOf(value)} onChange={onChange} />
  ),
  Many: ({ control, field, value, onChange }) => (
    <Select {...control} className="ql-wide" mode="multiple" options={optionsOf(field)} value={listOf(value)} onChange={(next: string[]) => onChange(next)} />
  ),
}
