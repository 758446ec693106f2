import type { ReactNode } from 'react'
import type { Row } from '#model'
import { CASE_CHANGES } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { TaskPage } from '#modules/workflow/tasks/web/public/TaskPage.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row as Line, Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { majorAdjustment } from '../model/adjustment.ts'
import { adjustFigures, consequences, fileInProvince, settle, simulate, takeEffect } from '../model/application.ts'
import { adjustStages, batchActions, batchQuota, majorAdjustBatch } from '../model/batch.ts'
import { ALL_CONDITIONS } from '../model/conditions.ts'

const TABS = { board: '结果', list: '名单', rounds: '批次' } as const
const CHANGES = ['majorAdjustment', 'majorAdjustBatch', 'admittedStudent', 'student', ...CASE_CHANGES] as const

/** 迎新 → 新生专业调整: the result by major, the applicants, and the batches with places, simulation, filing and effect. */
export default function MajorPage() {
  return (
    <TaskPage
      title={t('新生专业调整')}
      processType="majorAdjust"
      round={t('批次')}
      nothing={t('还没有发布过专业调整批次')}
      tabs={TABS}
      board={id => <Result key={id} id={id} />}
      answers={(id, heading) => <Applicants key={id} batchId={id} {...heading} />}
      of={majorAdjustBatch}
      actions={batchActions}
      quota={batchQuota}
      columns={[
        { key: 'stage', width: 260, render: row => <Stage row={row} /> },
        { key: 'year', width: 80 },
        { key: 'seatCount', width: 80 },
        { key: 'appliedCount', width: 80 },
        { key: 'placedCount', width: 80 },
      ]}
      fields={[{ title: '调整', fields: ['year', 'choices', 'asks', 'needsFiling', 'hasNotice', 'noticeWorkdays', 'atEnd'] }]}
      initial={{ audience: { all: true }, atEnd: 'stay', choices: 2, asks: ALL_CONDITIONS, needsFiling: false }}
    />
  )
}
type Batch = Pick<Row<typeof majorAdjustBatch>, 'id' | 'name' | 'stage' | 'needsFiling' | 'hasNotice'> & { phase: string | null }
/** The next step of an ended batch stands beside its stage. */
function Stage({ row: { id, name, stage, phase, needsFiling, hasNotice } }: { row: Batch }) {
  const input = { id }
  const may = (verb: 'simulate' | 'settle' | 'file' | 'effect') => adjustStages.allows({ state: stage }, verb)
  if (phase !== 'closed') return <>{t(adjustStages.labels[stage])}</>
  return (
    <Line gap={2}>
      <span>{t(adjustStages.labels[stage])}</span>
      {may('simulate') ? (
        <ActionButton
          of={simulate}
          input={input}
          changes={CHANGES}
          confirm={t('按分数给“{{name}}”的申请排名，确定以前可以重新模拟。', { name })}
          done={false}
          onDone={({ placed, ranked, chained, passes }) =>
            notify.success(t('{{ranked}} 人参加，{{placed}} 人可以调整，其中 {{chained}} 人用别人转出空出的名额，共 {{passes}} 轮', { ranked, placed, chained, passes }))
          }
        />
      ) : null}
      {may('settle') ? (
        <ActionButton
          of={settle}
          input={input}
          changes={CHANGES}
          confirm={hasNotice ? t('确定以后不能再改，拟调整的学生开始公示，没有调整的学生会收到通知。') : t('确定以后不能再改，没有调整的学生会收到通知。')}
        />
      ) : null}
      {needsFiling && may('file') ? (
        <FormButton of={fileInProvince} input={input} layout={['filing']} changes={CHANGES} note={t('标记全部拟调整的学生；单个学生在名单里标记。')} />
      ) : null}
      {may('effect') ? (
        <ActionButton
          of={takeEffect}
          input={input}
          changes={CHANGES}
          confirm={t('改录取专业、学籍档案和班级，财务处核对学费差额。已经生效的不变，等备案、等公示和等别人转出名额的以后再办。')}
          done={false}
          onDone={({ effective, waiting, noClass, cancelled }) =>
            notify.success(t('{{effective}} 人已生效，{{waiting}} 人还要等，{{noClass}} 人等分班，{{cancelled}} 人已取消', { effective, waiting, noClass, cancelled }))
          }
        />
      ) : null}
    </Line>
  )
}
function Result({ id }: { id: string }) {
  const read = useRead(adjustFigures, { id })
  return (
    <Loaded of={read}>
      {({ majors, passes }) => {
        const rows = majors.flatMap(m => m ?? [])
        const sum = (of: 'quota' | 'into' | 'chained') => rows.reduce((total, m) => total + m[of], 0)
        return (
          <Stack gap={3}>
            <Figures label={t('调整结果')}>
              <Figure label={t('名额')} value={sum('quota')} />
              <Figure label={t('调整')} value={sum('into')} />
              <Figure label={t('连锁空出')} value={sum('chained')} />
              <Figure label={t('轮次')} value={passes ?? 0} />
            </Figures>
            <Sheet title={t('各专业')}>
              <PlainTable
                label={t('调整结果')}
                rows={rows}
                keyOf={m => m.gradeMajorId}
                isLong
                empty={t('还没有分配名额')}
                columns={[
                  [t('年级专业'), m => m.name, { isHead: true }],
                  [t('名额'), m => m.quota, { isNumber: true }],
                  [t('第一志愿'), m => m.wanted, { isNumber: true }],
                  [t('转入'), m => m.into, { isNumber: true }],
                  [t('转出'), m => m.outOf, { isNumber: true }],
                  [t('连锁空出'), m => m.chained, { isNumber: true }],
                  [t('最低分'), m => m.lowest, { isNumber: true }],
                ]}
              />
            </Sheet>
          </Stack>
        )
      }}
    </Loaded>
  )
}
const Applicants = ({ batchId, views, toolbar }: { batchId: string; views: ReactNode; toolbar: ReactNode }) => (
  <EntityTable<typeof majorAdjustment>
    of={majorAdjustment}
    title={t('新生专业调整')}
    views={views}
    toolbar={toolbar}
    verbs={['export']}
    where={{ batchId }}
    defaultSort={['rank']}
    columns={[
      { key: 'studentId', width: 120, align: 'left' },
      { key: 'fromGradeMajorId', width: 180, align: 'left' },
      { key: 'choices', width: 240, align: 'left' },
      { key: 'rank', width: 80 },
      { key: 'pass', width: 80 },
      { key: 'toGradeMajorId', width: 180, align: 'left' },
      { key: 'provincialFiling', width: 100 },
      { key: 'state', width: 100 },
      { key: 'cancelReason', hidden: true },
      { key: 'effectiveOn', hidden: true },
    ]}
    facts={['state', 'toGradeMajorId']}
    filters={['studentId', 'state', 'toGradeMajorId', 'provincialFiling']}
    detail={{ except: ['batchId'], extra: row => <Consequences id={row.id} /> }}
    rowActions={row =>
      (row.state === 'placed' || row.state === 'publicised') && row.provincialFiling !== 'approved' ? (
        <FormButton of={fileInProvince} input={{ id: batchId, adjustmentIds: [row.id] }} layout={['filing']} changes={CHANGES} />
      ) : null
    }
  />
)
/** 30-WM3 */
function Consequences({ id }: { id: string }) {
  const read = useRead(consequences, { id })
  return (
    <Loaded of={read}>
      {of => (
        <Stack gap={2}>
          <h2>{t('影响')}</h2>
          {of.blocked ? <p role="status">{t('还不能生效：{{why}}', { why: of.blocked })}</p> : null}
          <PlainTable
            label={t('影响')}
            rows={of.lines.flatMap(l => l ?? [])}
            keyOf={l => l.what}
            columns={[
              [t('项目'), l => l.what, { isHead: true }],
              [t('原来'), l => l.from],
              [t('以后'), l => l.to],
            ]}
          />
        </Stack>
      )}
    </Loaded>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('新生入学前调整专业：分配名额，审批，按分数排名，备案后生效。'),
  who: t('招生办办理，学院审批和查看。'),
  first: t('建批次、分配名额后发布；批次结束后先模拟，再确定，再生效。'),
})
