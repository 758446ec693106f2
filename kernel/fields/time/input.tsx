import { DatePicker } from 'antd'
import { PhonePicker } from '#web/inputs/PhoneInput.tsx'
import { fromTime, takesEnter, toTime } from '#web/inputs/time.ts'
import { codeOf, type FieldInput } from '../field-input.tsx'

export const input: FieldInput = {
  Input: ({ control, value, onChange }) => (
    <DatePicker {...control} onKeyDown={takesEnter} className="ql-wide" picker="time" format="HH:mm" value={fromTime(value)} onChange={at => onChange(toTime(at))} />
  ),
  Phone: ({ control, value, onChange }) => <PhonePicker {...control} type="time" value={codeOf(value)?.slice(0, 5)} onChange={onChange} />,
}
