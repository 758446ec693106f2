import { DatePicker } from 'antd'
import { PhonePicker } from '#web/inputs/PhoneInput.tsx'
import { fromDatetime, takesEnter, toDatetime } from '#web/inputs/time.ts'
import { plainDatetime } from '#web/values/format.ts'
import { codeOf, type FieldInput } from '../field-input.tsx'

/** As the phone's picker takes it: China time without its offset. */
const local = (value: string | null): string | undefined => (value ? plainDatetime(value).replace(' ', 'T').slice(0, 16) : undefined)
const entered = (text: string | null): string | null => (text ? `${text.slice(0, 16)}:00+08:00` : null)

export const input: FieldInput = {
  Input: ({ control, value, onChange }) => (
    <DatePicker
      {...control}
      onKeyDown={takesEnter}
      className="ql-wide"
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={fromDatetime(value)}
      onChange={at => onChange(toDatetime(at))}
    />
  ),
  Phone: ({ control, value, onChange }) => <PhonePicker {...control} type="datetime-local" value={local(codeOf(value))} onChange={text => onChange(entered(text))} />,
}
