import { Loading } from '#web/feedback/Loaded.tsx'
import { Timeline as Line } from '#web/feedback/Timeline.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { timeline } from '../model/actions.ts'
import { SPAN_CAUSES } from '../model/history.ts'
import { STUDENT_STATUS } from '../model/status.ts'

/** Class and status over time, newest first. */
export function Timeline({ id }: { id: string }) {
  const read = useRead(timeline, { id })
  const { data } = read
  if (!data) return <Loading of={read} lines={4} failed={t('学籍经历暂时取不到')} />
  return (
    <Line
      label={t('学籍经历')}
      events={data.map(span => ({
        key: span.from ?? '',
        at: `${span.from} ${t('至')} ${span.to ?? t('今')}`,
        what: span.status ? t(STUDENT_STATUS[span.status]) : '',
        more: <span className="ql-quiet">{[span.className, span.majorName, span.departmentName, span.cause ? t(SPAN_CAUSES[span.cause]) : ''].filter(Boolean).join(' · ')}</span>,
      }))}
    />
  )
}
