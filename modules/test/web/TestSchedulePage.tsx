import { useState } from 'react'
import { Link } from 'react-router'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { Figure } from '#web/feedback/Figures.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { testRound, testSchedule } from '../model/schedule.ts'
import { makeMakeup, releaseResults } from '../model/staff-actions.ts'
import { testTask } from '../model/task.ts'

type Schedule = Shown<typeof testSchedule>
/** 在线测试 → 考试安排: when which paper is answered by whom, and the release of its results. */
export default function TestSchedulePage() {
  const [shown, setShown] = useState<Schedule>()
  return (
    <>
      <RoundTable<typeof testSchedule>
        title={t('考试安排')}
        of={testSchedule}
        actions={testRound}
        columns={[
          { key: 'kind', width: 90 },
          { key: 'paperId', width: 150 },
          { key: 'minutes', width: 90 },
          { key: 'passedCount', width: 70 },
          { key: 'stage', width: 90 },
          {
            key: 'publishedAt',
            title: t('进度'),
            width: 230,
            render: row =>
              row.publishedAt ? (
                <Row gap={2}>
                  <PlacedButton onClick={() => setShown(row)}>{t('完成情况')}</PlacedButton>
                  <Link to={`/test/watch?id=${row.id}`}>{t('监考')}</Link>
                  <Link to={`/test/scores?scheduleId=${row.id}`}>{t('成绩')}</Link>
                  <Link to={`/test/analysis?id=${row.id}`}>{t('分析')}</Link>
                </Row>
              ) : (
                '—'
              ),
          },
          { key: 'ownerId', width: 100, hidden: true },
        ]}
        fields={[
          { title: '试卷', fields: ['kind', 'paperId', 'makeupPaperId', 'intro'] },
          { title: '规则', fields: ['minutes', 'attempts', 'gapHours', 'scoring', 'passScore', 'lateMinutes', 'stayMinutes', 'showScore', 'showAnswers'] },
          {
            title: '监考和阅卷',
            fields: ['watch', { field: 'leaveLimit', when: values => Array.isArray(values.watch) && values.watch.includes('leaving') }, 'markerIds', 'isDouble'],
          },
          { title: '合格以后', fields: ['isWelcomeStep', 'growthCategory', 'growthHours'] },
        ]}
        initial={{
          audience: { roles: ['student'] },
          kind: 'safety',
          minutes: 60,
          attempts: 5,
          gapHours: 0,
          stayMinutes: 0,
          passScore: 90,
          scoring: 'best',
          showScore: 'atOnce',
          showAnswers: 'afterEnd',
        }}
      />
      {shown ? <Progress of={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}
function Progress({ of, onClose }: { of: Schedule; onClose: () => void }) {
  return (
    <Panel open size={720} title={of.name} onClose={onClose}>
      <Row>
        {of.stage === 'released' ? null : <ActionButton of={releaseResults} input={{ id: of.id }} confirm={t('发布后，考生都看得到自己的成绩。')} onDone={onClose} />}
        {of.phase === 'closed' || of.phase === 'archived' ? (
          <FormButton
            of={makeMakeup}
            input={{ id: of.id }}
            initial={{ name: t('{{name}}补考', { name: of.name }) }}
            note={t('考生正好是这次没有合格的人；生成的是草稿，看过再发布。')}
          />
        ) : null}
      </Row>
      <TaskBoard
        of={testTask}
        id={of.id}
        words={{ expected: t('应考'), answered: t('已完成'), lacking: t('未完成') }}
        figures={data => <Figure label={t('合格')} value={data.passed} />}
        columns={[[t('合格'), row => row.passed]]}
      />
    </Panel>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('安排谁在什么时间考哪份试卷，看完成情况，发布成绩。'),
  who: t('学工处、学院、团委、辅导员和老师安排自己范围里的；跨学院的由学工处审批。'),
  first: t('先有发布了的试卷，再新增安排。'),
})
