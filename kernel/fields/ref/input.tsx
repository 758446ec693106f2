import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { codeOf, type FieldInput } from '../field-input.tsx'

export const input: FieldInput = {
  Input: ({ control, field: { options }, value, onChange, label, where }) => (
    <RefSelect {...control} to={options.to ?? ''} value={codeOf(value)} label={label ?? null} {...(where ? { where } : {})} allowClear={!options.required} onChange={onChange} />
  ),
}
