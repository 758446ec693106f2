import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { isDay, type Span, SpanInput } from '#web/inputs/SpanInput.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'

/** The span of dates in the page's address, otherwise the last `days` until today (`endsAgo` days ago), and the input that changes it. */
export function useSpan(days: number, endsAgo = 0): { span: Span; picker: ReactNode } {
  const [params, , put] = useOwnParams()
  const [from, to] = [params.get('from'), params.get('to')]
  const last = dayjs(schoolDate(Date.now())).subtract(endsAgo, 'day')
  const span = isDay(from) && isDay(to) ? { from, to } : { from: last.subtract(days - 1, 'day').format('YYYY-MM-DD'), to: last.format('YYYY-MM-DD') }
  return { span, picker: <SpanInput {...span} onChange={({ from, to }) => put({ from, to })} /> }
}
