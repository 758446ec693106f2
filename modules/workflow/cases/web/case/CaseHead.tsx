import { Button, Tag, Tooltip } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { StudentName } from '#modules/student/web/StudentName.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { fileLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { PageHead } from '#web/layout/Page.tsx'
import { Avatar } from '#web/theme/Avatar.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { instanceStates } from '../../model/instance.ts'
import style from './case.module.css'
import type { Case } from './types.ts'
import type { Queue } from './useQueue.ts'

/** Applicant, title and state, with the link to the next task. */
export function CaseHead({ c, queue }: { c: Case; queue: Queue }) {
  const { applicant } = c
  const facts = [
    applicant.accountNo,
    applicant.place,
    t('{{time}} 提交', { time: formatDatetime(c.startedAt) }),
    c.submittedByName && c.submittedByName !== applicant.name ? t('由 {{name}} 代提交', { name: c.submittedByName }) : null,
  ].filter(Boolean)
  return (
    <PageHead
      lead={<Avatar name={applicant.name} src={applicant.photo && fileLink(applicant.photo)} size={46} />}
      title={
        <>
          {c.title}
          <StateTag of={instanceStates} state={c.state} tone={c.mine ? 'attention' : undefined}>
            {c.mine ? t('待你审批') : undefined}
          </StateTag>
          {c.mine?.onBehalfOfName ? <Tag color="processing">{t('代 {{name}}', { name: c.mine.onBehalfOfName })}</Tag> : null}
        </>
      }
      help={
        <Row as="span" gap={3}>
          <StudentName id={applicant.studentId}>{applicant.name}</StudentName>
          {facts.map(fact => (
            <span key={fact}>{fact}</span>
          ))}
        </Row>
      }
      actions={<Walk queue={queue} />}
    />
  )
}
function Walk({ queue: { at, total, previousId, nextId, go } }: { queue: Queue }) {
  if (!total || (at < 0 && !nextId)) return null
  const button = (id: string | undefined, label: string, key: string, icon: typeof ChevronUp) => {
    const Icon = icon
    return (
      <Tooltip title={`${label} ${key}`}>
        <Button aria-label={label} aria-keyshortcuts={key} icon={<Icon size={16} />} disabled={!id} onClick={() => id && go(id)} />
      </Tooltip>
    )
  }
  return (
    <nav className={style.walk} aria-label={t('待我审批的申请')}>
      <span>{at < 0 ? t('还有 {{n}} 件待你审批', { n: total }) : t('第 {{n}} 件，共 {{total}} 件', { n: at + 1, total })}</span>
      {button(previousId, t('上一件'), 'K', ChevronUp)}
      {button(nextId, t('下一件'), 'J', ChevronDown)}
    </nav>
  )
}
