import { useState } from 'react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { MISSING } from '#web/values/format.ts'
import { evalStages, orgEvalRound, orgEvalTask, orgEvaluation } from '../model/evaluation.ts'
import { announceResults, settleOrgEvaluation } from '../model/evaluation-actions.ts'

type Evaluation = Shown<typeof orgEvaluation>
const CHANGES = ['orgEvaluation', 'orgEvalResult']
/** Where an evaluation is, and what follows. */
const Stage = ({ of }: { of: Evaluation }) => (
  <Row gap={2}>
    <StateTag of={evalStages} state={of.stage} />
    {of.phase === 'closed' && evalStages.allows({ state: of.stage }, 'settle') ? (
      <ActionButton of={settleOrgEvaluation} input={{ id: of.id }} changes={CHANGES} confirm={t('计算评分、提出等级，之后不能再评议。')} done={t('已计算')} />
    ) : null}
    {of.phase === 'closed' && evalStages.allows({ state: of.stage }, 'announce') ? (
      <ActionButton of={announceResults} input={{ id: of.id }} changes={CHANGES} confirm={t('公布以后等级不能再改，任职的同学会收到通知。')} done={t('已公布')} />
    ) : null}
  </Row>
)
/** 组织考核: who is judged in which organisation, and how many have answered. */
export default function OrgEvaluationPage() {
  const [shown, setShown] = useState<Evaluation>()
  return (
    <>
      <RoundTable<typeof orgEvaluation>
        title={t('组织考核')}
        of={orgEvaluation}
        actions={orgEvalRound}
        columns={[
          { key: 'orgId', width: 190, align: 'left' },
          { key: 'stage', width: 190, render: row => <Stage of={row} /> },
          {
            key: 'audienceCount',
            title: t('评议人数'),
            width: 110,
            render: row => (row.publishedAt ? <PlacedButton onClick={() => setShown(row)}>{row.audienceCount ?? MISSING}</PlacedButton> : MISSING),
          },
        ]}
        fields={[{ title: '考核', fields: ['orgId', 'students', 'guides', 'colleagues', 'excellentPercent'] }]}
        initial={{ audience: { roles: ['student'] } }}
      />
      {shown ? (
        <Panel open size={720} title={shown.name} onClose={() => setShown(undefined)}>
          <TaskBoard of={orgEvalTask} id={shown.id} words={{ expected: t('应评议'), answered: t('已评议'), lacking: t('未评议') }} />
        </Panel>
      ) : null}
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('考核学生组织里任职的同学：他们代表的学生、指导教师和同事各占多少。'),
  who: t('团委、学院和辅导员各自考核自己范围里的组织；学生和同事的评分是匿名的。'),
  first: t('选组织、设权重再发布；结束以后等教师评完分，再计算和公布。'),
})
