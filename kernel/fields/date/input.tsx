import { DatePicker } from 'antd'
import { PhonePicker } from '#web/inputs/PhoneInput.tsx'
import { fromDate, takesEnter, toDate } from '#web/inputs/time.ts'
import { codeOf, type FieldInput } from '../field-input.tsx'

export const input: FieldInput = {
  Input: ({ control, value, onChange }) => <DatePicker {...control} onKeyDown={takesEnter} className="ql-wide" value={fromDate(value)} onChange={day => onChange(toDate(day))} />,
  Phone: ({ control, value, onChange }) => <PhonePicker {...control} type="date" value={codeOf(value)?.slice(0, 10)} onChange={onChange} />,
}
