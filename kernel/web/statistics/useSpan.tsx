import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'

export interface Span {
  from: string
  to: string
}
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && dayjs(text).isValid()

/** The span of dates in the page's address, otherwise the last `days` until today (`endsAgo` days ago), and the input that changes it. */
export function useSpan(days: number, endsAgo = 0): { span: Span; picker: ReactNode } {
  const [params, , put] = useOwnParams()
  const [from, to] = [params.get('from'), params.get('to')]
  const last = dayjs(schoolDate(Date.now())).subtract(endsAgo, 'day')
  const span = isDay(from) && isDay(to) ? { from, to } : { from: last.subtract(days - 1, 'day').format('YYYY-MM-DD'), to: last.format('YYYY-MM-DD') }
  const picker = (
    <DatePicker.RangePicker
      value={[dayjs(span.from), dayjs(span.to)]}
      allowClear={false}
      aria-label={t('统计时间')}
      onChange={chosen => chosen?.[0] && chosen[1] && put({ from: chosen[0].format('YYYY-MM-DD'), to: chosen[1].format('YYYY-MM-DD') })}
    />
  )
  return { span, picker }
}
