import { Tag } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '#model'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { spanText } from '#web/records/due.ts'
import { formatDatetime } from '#web/records/format.ts'
import type { myApplications } from '../../model/own.ts'

export type Application = OutputOf<typeof myApplications>
const COLOURS: Readonly<Record<string, string>> = { pending: 'processing', approved: 'success', rejected: 'error', returned: 'warning' }
export const stateText = (state: string): string =>
  ({ draft: t('草稿'), pending: t('审批中'), approved: t('已通过'), rejected: t('已驳回'), returned: t('退回修改'), withdrawn: t('已撤回'), cancelled: t('已取消') })[state] ??
  state

/** An application in two lines: title and state; current assignee or next step. */
export function ApplicationLine({ application: a }: { application: Application }) {
  const isNarrow = useNarrow()
  const waits = a.waitsFor
    ? t('等 {{who}}{{since}}', {
        who: [a.node, a.waitsFor].filter(Boolean).join(' '),
        since: a.waitsSince ? t('，已 {{span}}', { span: spanText(Date.now() - Date.parse(a.waitsSince)) }) : '',
      })
    : ''
  return (
    <Link to={(isNarrow && a.mobileLink) || a.link} className="desk-application">
      <span>
        <b>{a.title}</b>
        <Tag color={COLOURS[a.state] ?? 'default'}>{stateText(a.state)}</Tag>
      </span>
      <small>{a.nextStep ?? (waits || t('{{type}}，{{time}} 提交', { type: a.bizTypeName, time: formatDatetime(a.appliedAt) }))}</small>
    </Link>
  )
}
