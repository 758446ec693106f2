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
import { publishResults, settleEvaluation } from '../model/result-actions.ts'
import { evalRound, evalStages, fdyEvalScheme, USUAL_INDICATORS, USUAL_PARTS } from '../model/scheme.ts'
import { evalTask } from '../model/turnout.ts'
import { PartsInput } from './PartsInput.tsx'

type Scheme = Shown<typeof fdyEvalScheme>
const CHANGES = ['fdyEvalScheme', 'fdyEvalResult']
const isNext = ({ phase, stage }: Scheme, at: Scheme['stage']): boolean => phase === 'closed' && stage === at
/** Where a round is, and what the office does next. */
const Stage = ({ of }: { of: Scheme }) => (
  <Row gap={2}>
    <StateTag of={evalStages} state={of.stage} />
    {isNext(of, 'scoring') ? (
      <ActionButton of={settleEvaluation} input={{ id: of.id }} changes={CHANGES} confirm={t('计算学生评价和工作量，之后学生评价不能再开放。')} done={t('已计算')} />
    ) : null}
    {isNext(of, 'grading') || isNext(of, 'publicised') ? (
      <ActionButton of={publishResults} input={{ id: of.id }} changes={CHANGES} confirm={t('公示学院已确认的结果，辅导员会收到通知，到期没有异议的就定了。')} done={t('已公示')} />
    ) : null}
  </Row>
)
export const about: PageFile['about'] = () => ({
  use: t('每年一次的辅导员考核：各部分的权重、学生评什么、什么时候评。'),
  who: t('学工处制定和发布；学院看参评率。学生评价是匿名的，谁评了什么没有人看得到。'),
  first: t('先设考核期和权重，再发布；发布时按考核期里带得最久的辅导员定好谁评谁。'),
})
/** 考核方案: rounds of evaluation and how many have answered. */
export default function EvaluationPage() {
  const [shown, setShown] = useState<Scheme>()
  return (
    <>
      <RoundTable<typeof fdyEvalScheme>
        title={t('辅导员考核方案')}
        of={fdyEvalScheme}
        actions={evalRound}
        columns={[
          { key: 'periodFrom', title: t('考核期'), width: 200, render: row => `${row.periodFrom} – ${row.periodTo}` },
          { key: 'stage', width: 190, render: row => <Stage of={row} /> },
          {
            key: 'turnout',
            width: 110,
            render: row => (row.publishedAt ? <PlacedButton onClick={() => setShown(row)}>{row.turnout === null ? MISSING : `${row.turnout}%`}</PlacedButton> : MISSING),
          },
        ]}
        fields={[
          { title: '考核', fields: ['periodFrom', 'periodTo', { field: 'parts', render: props => <PartsInput {...props} /> }, 'excellentPercent', 'noticeWorkdays'] },
          { title: '学生评价', fields: ['indicators', 'serviceMonths', 'minResponses', 'trimPercent'] },
        ]}
        initial={{ audience: { roles: ['student'] }, parts: USUAL_PARTS, indicators: USUAL_INDICATORS }}
      />
      {shown ? (
        <Panel open size={720} title={shown.name} onClose={() => setShown(undefined)}>
          <TaskBoard of={evalTask} id={shown.id} words={{ expected: t('应评价'), answered: t('已评价'), lacking: t('未评价') }} />
        </Panel>
      ) : null}
    </>
  )
}
