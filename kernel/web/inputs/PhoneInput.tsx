import Input from 'antd/es/input/Input'
import { t } from '#web/i18n/index.ts'

interface PhoneProps {
  id: string
  disabled: boolean
  status: '' | 'error'
  placeholder?: string
  onChange: (value: string | null) => void
}
/** Input by a picker that the phone brings along. */
export function PhonePicker({ value, onChange, ...rest }: PhoneProps & { type: 'date' | 'datetime-local' | 'time'; value: string | undefined }) {
  return <Input {...rest} value={value ?? ''} onChange={event => onChange(event.target.value || null)} />
}
interface SelectProps extends PhoneProps {
  value: string | null
  options: ReadonlyArray<{ value: string; label: string }>
  isRequired: boolean
}
/** List that the phone draws itself. */
export function PhoneSelect({ isRequired, value, onChange, status, placeholder, options, ...rest }: SelectProps) {
  return (
    <select {...rest} className={status ? 'ql-native ql-invalid' : 'ql-native'} value={value ?? ''} onChange={event => onChange(event.target.value || null)}>
      {value && isRequired ? null : <option value="">{placeholder ?? t('请选择')}</option>}
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
