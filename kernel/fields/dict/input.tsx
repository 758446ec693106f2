import { Select } from 'antd'
import type { Dictionary } from '#model'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { PhoneSelect } from '#web/inputs/PhoneInput.tsx'
import { useDict } from '#web/values/useDict.ts'
import { codeOf, type FieldInput, type InputProps, listOf } from '../field-input.tsx'

/** A native list cannot be searched; longer dictionaries keep the searchable box. */
const MOST_ON_PHONE = 30
type Props = InputProps & { of: Dictionary }

/** Items that are offered, and those chosen already. */
const useOptions = (of: Dictionary, chosen: readonly string[]) =>
  useDict(of)
    .filter(item => item.isEnabled || chosen.includes(item.key))
    .map(item => ({ value: item.key, label: item.label }))
function Phone({ of, control, field, value, onChange }: Props) {
  const code = codeOf(value)
  return <PhoneSelect {...control} isRequired={field.options.required === true} options={useOptions(of, code ? [code] : [])} value={code} onChange={onChange} />
}
function Many({ of, control, value, onChange }: Props) {
  const codes = listOf(value)
  return (
    <Select
      {...control}
      className="ql-wide"
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      options={useOptions(of, codes)}
      value={codes}
      onChange={(next: string[]) => onChange(next)}
    />
  )
}
export const input: FieldInput = {
  Input: ({ control, field: { options }, value, onChange }) =>
    options.dictionary ? <DictSelect {...control} of={options.dictionary} value={codeOf(value)} onChange={onChange} allowClear={!options.required} /> : null,
  Phone: props => (props.field.options.dictionary ? <Phone {...props} of={props.field.options.dictionary} /> : null),
  isForPhone: ({ options: { dictionary } }) => dictionary !== undefined && dictionary.items.length <= MOST_ON_PHONE,
  Many: props => (props.field.options.dictionary ? <Many {...props} of={props.field.options.dictionary} /> : null),
}
