import { Switch } from 'antd'
import type { FieldInput } from '../field-input.tsx'

export const input: FieldInput = {
  Input: ({ control: { id, disabled }, value, onChange }) => <Switch id={id} disabled={disabled} checked={value === true} onChange={onChange} />,
}
