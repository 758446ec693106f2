import { Select } from 'antd'
import { type FieldInput, type InputProps, listOf } from '../field-input.tsx'

function ListInput(props: InputProps) {
  const { control, field, value, onChange, inner } = props
  const { of } = field.options
  const Many = of && inner(of).Many
  if (Many) return <Many {...props} field={of} />
  return (
    <Select
      {...control}
      className="ql-wide"
      mode="tags"
      tokenSeparators={[',', '，', '、']}
      open={false}
      suffixIcon={null}
      value={listOf(value)}
      onChange={(next: string[]) => onChange(next)}
    />
  )
}
export const input: FieldInput = { Input: ListInput }
