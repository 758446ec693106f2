import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { RefsSelect } from '#web/inputs/RefsSelect.tsx'
import { codeOf, type FieldInput, listOf } from '../field-input.tsx'

export const input: FieldInput = {
  Input: ({ control, field: { options }, value, onChange, label, where }) => (
    <RefSelect
      {...control}
      to={options.to ?? ''}
      role={options.role}
      value={codeOf(value)}
      label={label ?? null}
      {...(where ? { where } : {})}
      allowClear={!options.required}
      onChange={onChange}
    />
  ),
  Many: ({ control, field: { options }, value, onChange, where }) => (
    <RefsSelect {...control} to={options.to ?? ''} role={options.role} {...(where ? { where } : {})} value={listOf(value)} onChange={onChange} />
  ),
}
