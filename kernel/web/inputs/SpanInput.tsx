import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { t } from '#web/i18n/index.ts'

/** Two dates, both included. */
export interface Span {
  from: string
  to: string
}
/** Whether a text, such as one of an address, is a date of the calendar. */
export const isDay = (text: string | null | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '') && dayjs(text).format('YYYY-MM-DD') === text

interface SpanInputProps extends Span {
  onChange: (span: Span) => void
  label?: string
  /** The last day to choose. */
  last?: string
}
/** Choice of two dates. */
export const SpanInput = ({ from, to, onChange, label = t('统计时间'), last }: SpanInputProps) => (
  <DatePicker.RangePicker
    {...(last ? { maxDate: dayjs(last) } : {})}
    value={[dayjs(from), dayjs(to)]}
    allowClear={false}
    aria-label={label}
    onChange={days => days?.[0] && days[1] && onChange({ from: days[0].format('YYYY-MM-DD'), to: days[1].format('YYYY-MM-DD') })}
  />
)
