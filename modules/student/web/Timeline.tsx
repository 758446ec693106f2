import { Bars, LoadFailed } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { timeline } from '../model/actions.ts'
import { SPAN_CAUSES } from '../model/history.ts'
import { STUDENT_STATUS } from '../model/status.ts'

/** Class and status over time, newest first. */
export function Timeline({ id }: { id: string }) {
  const { data, error, refetch, errorUpdatedAt } = useRead(timeline, { id })
  if (error) return <LoadFailed title={t('学籍经历暂时取不到')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <Bars />
  return (
    <ol className="student-timeline">
      {data.map(span => (
        <li key={span.from}>
          <time>
            {span.from} {t('至')} {span.to ?? t('今')}
          </time>
          <b>{span.status ? t(STUDENT_STATUS[span.status]) : ''}</b>
          <span>{[span.className, span.majorName, span.departmentName].filter(Boolean).join(' · ')}</span>
          <small>{span.cause ? t(SPAN_CAUSES[span.cause]) : ''}</small>
        </li>
      ))}
    </ol>
  )
}
