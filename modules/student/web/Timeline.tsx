import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { timeline } from '../model/actions.ts'
import { SPAN_CAUSES } from '../model/history.ts'
import { STUDENT_STATUS } from '../model/status.ts'
import style from './student.module.css'

/** Class and status over time, newest first. */
export function Timeline({ id }: { id: string }) {
  const read = useRead(timeline, { id })
  const { data } = read
  if (!data) return <Loading of={read} lines={4} failed={t('学籍经历暂时取不到')} />
  return (
    <ol className={style.timeline} data-timeline>
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
