import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { schoolDate } from '#model/school-time.ts'
import { currentWeek } from '#model/week.ts'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'

interface DateRangeProps {
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
  placeholder: string
  className: string
  'aria-label': string
}
const day = (value: string | undefined) => (value && dayjs(value).isValid() ? dayjs(value) : null)

/** Preset ranges. The current week starts on Sunday. */
function presets() {
  const today = schoolDate(Date.now())
  const span = (label: string, [from, to]: readonly [string, string]): { label: string; value: [dayjs.Dayjs, dayjs.Dayjs] } => ({ label, value: [dayjs(from), dayjs(to)] })
  const month = dayjs(today)
  return [
    span(t('今天'), [today, today]),
    span(t('本周'), currentWeek(today)),
    span(t('本月'), [month.startOf('month').format('YYYY-MM-DD'), month.endOf('month').format('YYYY-MM-DD')]),
  ]
}
/** Date range; either end may be open. */
export default function DateRange({ from, to, onChange, placeholder, ...rest }: DateRangeProps) {
  const narrow = useNarrow()
  return (
    <DatePicker.RangePicker
      {...rest}
      allowEmpty
      {...(narrow ? {} : { presets: presets() })}
      value={[day(from), day(to)]}
      placeholder={[t('{{title}}从', { title: placeholder }), t('到')]}
      onChange={days => onChange(days?.[0]?.format('YYYY-MM-DD'), days?.[1]?.format('YYYY-MM-DD'))}
    />
  )
}
