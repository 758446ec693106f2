import { Link } from 'react-router'
import { applicationStates } from '#flow/index.ts'
import type { OutputOf } from '#model'
import { StateTag } from '#web/feedback/State.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { formatDuration } from '#web/values/duration.ts'
import { formatDatetime } from '#web/values/format.ts'
import type { myApplications } from '../../model/own.ts'
import style from '../desk.module.css'

export type Application = OutputOf<typeof myApplications>['result'][number]
/** An application in two lines: title and state; current assignee or next step. */
export function ApplicationLine({ application: a }: { application: Application }) {
  const isNarrow = useNarrow()
  const waits = a.waitsFor
    ? t('等 {{who}}{{since}}', {
        who: [a.node, a.waitsFor].filter(Boolean).join(' '),
        since: a.waitsSince ? t('，已 {{span}}', { span: formatDuration(Date.now() - Date.parse(a.waitsSince)) }) : '',
      })
    : ''
  return (
    <Link to={(isNarrow && a.mobileLink) || a.link} className={style.application}>
      <span>
        <b>{a.title}</b>
        <StateTag of={applicationStates} state={a.state} />
      </span>
      <small>{a.nextStep ?? (waits || t('{{type}}，{{time}} 提交', { type: a.bizTypeName, time: formatDatetime(a.appliedAt) }))}</small>
    </Link>
  )
}
