import { Link } from 'react-router'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { settleProject } from '../model/attendance.ts'
import { FRESH_PROJECT, labourProject, projectActions, projectStages } from '../model/project.ts'
import type { PROJECT_KINDS } from '../model/rules.ts'
import { sessionText } from './labels.ts'
import { SessionsInput } from './SessionsInput.tsx'
import { WeightsInput } from './WeightsInput.tsx'

export const about: PageFile['about'] = () => ({
  use: t('劳动课程、实践、劳动周和岗位：什么时候在哪里、多少名额、算多少学时。'),
  who: t('教师、学院和学工处发布；学院和学工处审核以后学生才能报名。'),
  first: t('先写场次和学时，再发布；发布以后场次、类别和学时不能再改。'),
})
/** 项目管理 */
export default function ProjectPage() {
  return (
    <RoundTable
      of={labourProject}
      actions={projectActions}
      views={<ApprovalsLink of="labourProject" />}
      columns={[
        { key: 'kind', width: 100 },
        { key: 'category', width: 120 },
        { key: 'teacherId', width: 110 },
        {
          key: 'enrolled',
          width: 130,
          render: row => (
            <Link to={`/labour/enrolments?projectId=${row.id}`}>
              {row.waiting ? t('{{n}}/{{of}}，候补 {{w}}', { n: row.enrolled, of: row.capacity, w: row.waiting }) : `${row.enrolled}/${row.capacity}`}
            </Link>
          ),
        },
        { key: 'sessions', width: 260, align: 'left', render: row => row.sessions.map(sessionText).join(t('；')) },
        { key: 'stage', width: 230, render: row => <Settling row={row} /> },
        { key: 'organiserDeptId', hidden: true },
        { key: 'venueId', hidden: true },
        { key: 'place', hidden: true },
        { key: 'hoursCap', hidden: true },
      ]}
      fields={[
        { title: '项目', fields: ['kind', 'category', 'organiserDeptId', 'teacherId', 'venueId', 'place'] },
        { title: '场次和学时', fields: [{ field: 'sessions', render: props => <SessionsInput {...props} /> }, 'hoursCap'] },
        { title: '名额', fields: ['capacity', 'hasWaitlist', 'cancelBeforeHours'] },
        { title: '安全', fields: ['safetyNotice', 'needsInsurance'] },
        { title: '考核', fields: [{ field: 'assessment', render: props => <WeightsInput {...props} /> }] },
      ]}
      initial={FRESH_PROJECT}
    />
  )
}
interface Staged {
  id: string
  name: string
  kind: keyof typeof PROJECT_KINDS
  stage: keyof typeof projectStages.labels
  phase: string | null
  sessions: ReadonlyArray<{ end: string }>
}
const NOT_RUN: readonly unknown[] = ['draft', 'pending', 'cancelled']
/** Settling stands beside the stage once the last session is over. */
function Settling({ row: { id, name, kind, stage, phase, sessions } }: { row: Staged }) {
  const isOver = !NOT_RUN.includes(phase) && sessions.every(s => Date.parse(s.end) <= Date.now())
  return (
    <Row gap={2}>
      <StateTag of={projectStages} state={stage} />
      {kind === 'week' && !NOT_RUN.includes(phase) ? <Link to={`/labour/week?id=${id}`}>{t('分组安排')}</Link> : null}
      {isOver ? (
        <ActionButton
          of={settleProject}
          input={{ id }}
          changes={['labourProject', 'labourEnrolment', 'labourHours']}
          confirm={t('结算“{{name}}”：每人的学时记入台账，学生会收到通知。再结算一次只补差额。', { name })}
        />
      ) : null}
    </Row>
  )
}
