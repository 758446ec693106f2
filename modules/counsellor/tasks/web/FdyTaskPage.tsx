import { BellRing } from 'lucide-react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { MISSING } from '#web/values/format.ts'
import { fdyTask, remindTask, taskRound } from '../model/fdy-task.ts'
import { fdyTaskAnswer, taskStatistics } from '../model/fdy-task-answer.ts'

const VIEWS = { tasks: '任务', answers: '完成情况', statistics: '统计' } as const
const HALF_YEAR = 183
export const about: PageFile['about'] = () => ({
  use: t('给辅导员和班主任布置任务，看谁完成了、谁还没有填报。'),
  who: t('学工处布置给全校，学院布置给本院；各自看范围里的完成情况。'),
  first: t('新增任务，写清要做什么和要什么凭证，再发布；到期前会自动提醒没有填报的人。'),
})
/** 任务清单: what counsellors are asked to do, and how far they are. */
export default function FdyTaskPage() {
  const views = useView(VIEWS)
  const shown = <ViewSwitch of={views} />
  if (views.view === 'answers')
    return (
      <EntityTable<typeof fdyTaskAnswer>
        of={fdyTaskAnswer}
        title={t('任务清单')}
        views={shown}
        columns={[
          { key: 'taskId', width: 240, align: 'left' },
          { key: 'userId', width: 110, align: 'left' },
          { key: 'departmentId', width: 160, align: 'left' },
          { key: 'state', width: 110 },
          { key: 'answeredAt', width: 150 },
          { key: 'words', width: 260, align: 'left' },
          { key: 'proof', width: 110 },
          { key: 'remindedAt', hidden: true },
        ]}
        facts={['taskId', 'state', 'answeredAt']}
        filters={['taskId', 'userId', 'departmentId', 'state', 'answeredAt']}
      />
    )
  if (views.view === 'statistics')
    return (
      <Page title={t('任务清单')} views={shown}>
        <Figures />
      </Page>
    )
  return (
    <RoundTable<typeof fdyTask>
      title={t('任务清单')}
      views={shown}
      of={fdyTask}
      actions={taskRound}
      columns={[
        { key: 'done', width: 90 },
        { key: 'lacking', width: 90 },
        { key: 'proofKind', width: 110 },
        { key: 'weight', width: 80 },
      ]}
      acts={row =>
        row.phase === 'open' && row.lacking ? (
          <ActionButton
            key="remind"
            of={remindTask}
            input={{ id: row.id }}
            icon={<BellRing size={15} />}
            confirm={t('提醒还没有填报的 {{n}} 人。', { n: row.lacking })}
            done={t('已提醒')}
          />
        ) : null
      }
      fields={[{ title: '任务', fields: ['content', 'proofKind', 'weight'] }]}
      initial={{ audience: { roles: ['fdy'] } }}
    />
  )
}
const Figures = () => (
  <Statistics of={taskStatistics} days={HALF_YEAR} empty={data => (data.asked ? undefined : t('这段时间没有布置过任务'))}>
    {data => (
      <>
        <Sentence>
          {t('应完成 {{asked}} 人次，已完成 {{done}}，未能完成 {{notDone}}，未填报 {{lacking}}；按权重完成 {{percent}}%。', {
            ...{ asked: data.asked, done: data.done, notDone: data.notDone, lacking: data.lacking, percent: data.percent ?? MISSING },
          })}
        </Sentence>
        <Parts>
          <Ranking title={t('任务')} label={t('各任务完成率')} groups={data.byTask} of={g => g.percent ?? 0} to={g => `/counsellor/tasks?view=answers&taskId=${g.key}`} />
          <Ranking title={t('学院')} label={t('各学院完成率')} groups={data.byCollege} of={g => g.percent ?? 0} to={g => `/counsellor/tasks?view=answers&departmentId=${g.key}`} />
        </Parts>
        <ListSheet of={taskStatistics.output.byPerson} rows={data.byPerson.flatMap(g => g ?? [])} columns={['label', 'asked', 'done', 'notDone', 'lacking', 'percent']} />
      </>
    )}
  </Statistics>
)
