import type { InputProps } from '#fields/field-input.tsx'
import { INPUTS } from '#fields/inputs.tsx'
import type { Field } from '#model'
import { useNarrow } from '#web/feedback/useNarrow.ts'

export interface FieldInputProps extends Omit<InputProps, 'control' | 'inner'> {
  id: string
  disabled: boolean
  status: '' | 'error'
  placeholder?: string
  describedBy?: string | undefined
}
const inputOf = ({ kind }: Field) => INPUTS[kind]
/** Input for a field, by its kind. */
export function FieldInput({ id, disabled, status, placeholder, describedBy, ...props }: FieldInputProps) {
  const narrow = useNarrow()
  const { field } = props
  const { Input, Phone, isForPhone } = inputOf(field)
  const Shown = narrow && Phone && (isForPhone?.(field) ?? true) ? Phone : Input
  const control = {
    id,
    disabled,
    status,
    ...(placeholder ? { placeholder } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(field.options.required ? { 'aria-required': true } : {}),
    ...(status === 'error' ? { 'aria-invalid': true } : {}),
  }
  return <Shown {...props} control={control} inner={inputOf} />
}
