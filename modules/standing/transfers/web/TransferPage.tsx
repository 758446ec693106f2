import { Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CASE_CHANGES } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { TaskPage } from '#modules/workflow/tasks/web/public/TaskPage.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { statusChange } from '../../changes/model/status-change.ts'
import { effectTransfers, importScores, publiciseTransfers, rankTransfers, transferCandidates } from '../model/actions.ts'
import { batchActions, batchQualify, batchQuota, majorTransferBatch } from '../model/batch.ts'

const TABS = { board: '考核', list: '名单', rounds: '批次' } as const
const CHANGES = ['statusChange', 'majorTransferBatch', 'student', ...CASE_CHANGES] as const
const STATES = { pending: '审批中', returned: '退回修改', approved: '待考核', publicised: '拟录取', rejected: '未录取' } as const

/** 学籍异动 → 转专业: assessment, applicants, and the batches with their quotas, ranking, notice and effect. */
export default function TransferPage() {
  return (
    <TaskPage
      title={t('转专业')}
      processType="majorTransfer"
      round={t('批次')}
      nothing={t('还没有发布过转专业批次')}
      tabs={TABS}
      board={id => <Assessment key={id} id={id} />}
      answers={(id, heading) => <Applicants key={id} batchId={id} {...heading} />}
      of={majorTransferBatch}
      actions={batchActions}
      quota={batchQuota}
      qualify={batchQualify}
      columns={[
        { key: 'stage', width: 170, render: row => <Stage row={row} /> },
        { key: 'seatCount', width: 80 },
        { key: 'appliedCount', width: 80 },
        { key: 'placedCount', width: 80 },
        { key: 'effectiveDate', width: 110, hidden: true },
      ]}
      fields={[
        { title: '排名和生效', fields: ['effectiveDate', 'minScore', 'soldierBonus', 'founderBonus', 'atEnd'] },
        { title: '公示', fields: ['noticeLevel', 'noticeWorkdays', 'noticeColumns'] },
      ]}
      initial={{
        ...{ audience: { roles: ['student'] }, atEnd: 'stay', soldierBonus: 5, founderBonus: 5 },
        ...{ noticeLevel: 'school', noticeColumns: ['name', 'studentNo', 'college', 'className', 'item'] },
      }}
    />
  )
}
interface Staged {
  id: string
  name: string
  stage: string
  phase: string | null
}
/** The next step of an ended batch stands beside its stage. */
function Stage({ row: { id, name, stage, phase } }: { row: Staged }) {
  const input = { id }
  if (phase !== 'closed') return <>{t('申请审批')}</>
  if (stage === 'applying')
    return <ActionButton of={rankTransfers} input={input} changes={CHANGES} confirm={t('按考核成绩给“{{name}}”的申请排名，公示以前可以重新排。', { name })} done={t('已排名')} />
  if (stage === 'ranked')
    return <ActionButton of={publiciseTransfers} input={input} changes={CHANGES} confirm={t('公示“{{name}}”的录取结果，没有录取的学生会收到通知。', { name })} done={t('已公示')} />
  if (stage === 'publicised') return <>{t('公示中')}</>
  return (
    <ActionButton
      of={effectTransfers}
      input={input}
      changes={CHANGES}
      confirm={t('公示没有异议的学生编入新专业人数最少的班，到生效日期生效。再办一次不会改变已经生效的。')}
      done={t('正在办理')}
    >
      {stage === 'effective' ? t('再次生效') : t('转专业生效')}
    </ActionButton>
  )
}
type Candidate = NonNullable<AnswerOf<typeof transferCandidates>[number]>
function Assessment({ id }: { id: string }) {
  const maySee = useCan(transferCandidates.permission)
  const read = useRead(transferCandidates, { id }, { enabled: maySee })
  const mayRank = useCan(rankTransfers.permission)
  if (!maySee) return <p className="ql-quiet">{t('考核由转入学院和学工处办理，请看名单')}</p>
  return (
    <Loaded of={read}>
      {rows => (
        <>
          <Counts rows={rows} />
          <Sheet title={mayRank ? t('全部申请') : t('报考本学院专业的学生')} actions={<Scores id={id} />}>
            <PlainTable
              label={t('考核名单')}
              rows={rows}
              keyOf={c => c.id}
              isLong
              empty={t('还没有人申请')}
              columns={[
                [t('学号'), c => c.studentNo],
                [t('姓名'), c => c.name, { isHead: true }],
                [t('原专业'), c => c.fromName],
                [t('志愿'), c => c.choices.join('、')],
                [t('状态'), c => t(STATES[c.state])],
                [t('考核成绩'), c => c.assessScore, { isNumber: true }],
                [t('加分'), c => c.bonus || '', { isNumber: true }],
                [t('名次'), c => c.rank, { isNumber: true }],
                [t('录取专业'), c => c.toName],
              ]}
            />
          </Sheet>
        </>
      )}
    </Loaded>
  )
}
function Counts({ rows }: { rows: ReadonlyArray<Candidate | null> }) {
  const count = (is: (c: Candidate) => boolean): number => rows.filter(c => c && is(c)).length
  return (
    <Figures label={t('转专业')}>
      <Figure label={t('申请')} value={rows.length} />
      <Figure label={t('审批中')} value={count(c => c.state === 'pending' || c.state === 'returned')} />
      <Figure label={t('待考核')} value={count(c => c.state === 'approved' && c.assessScore === null)} />
      <Figure label={t('已有成绩')} value={count(c => c.assessScore !== null)} />
      <Figure label={t('录取')} value={count(c => c.state === 'publicised' || (c.state === 'approved' && c.toName !== null))} />
    </Figures>
  )
}
/** All scores or none: what is wrong is listed by its line. */
function Scores({ id }: { id: string }) {
  const [faults, setFaults] = useState<AnswerOf<typeof importScores>['faults']>([])
  return (
    <>
      <FormButton
        of={importScores}
        input={{ id }}
        changes={CHANGES}
        icon={<Upload size={15} />}
        note={t('xlsx 文件，第一行写“学号”和“考核成绩”，每人一行。可以从“名单”导出、填好成绩再导入，重复导入以最后一次为准。')}
        onDone={answer => setFaults(answer.faults)}
      />
      {faults.length ? (
        <div role="alert">
          <p>{t('没有导入：{{n}} 行有问题', { n: faults.length })}</p>
          <PlainTable
            label={t('错误')}
            rows={faults}
            keyOf={f => `${f.line}`}
            isLong
            columns={[
              [t('行'), f => f.line],
              [t('学号'), f => f.studentNo],
              [t('问题'), f => f.problem],
            ]}
          />
        </div>
      ) : null}
    </>
  )
}
const Applicants = ({ batchId, views, toolbar }: { batchId: string; views: ReactNode; toolbar: ReactNode }) => (
  <EntityTable<typeof statusChange>
    of={statusChange}
    title={t('转专业')}
    views={views}
    toolbar={toolbar}
    verbs={['export']}
    where={{ batchId }}
    defaultSort={['rank']}
    columns={[
      { key: 'studentNo', width: 130 },
      { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
      { key: 'fromGradeMajorId', width: 160 },
      { key: 'choiceNames', width: 220, align: 'left' },
      { key: 'state', width: 100 },
      { key: 'assessScore', width: 100 },
      { key: 'rank', width: 80 },
      { key: 'toGradeMajorId', width: 160 },
      { key: 'toClassId', width: 120 },
      { key: 'effectState', width: 100 },
      ...(['changeNo', 'departmentId', 'classId', 'cancelReason', 'effectiveDate', 'problem'] as const).map(key => ({ key, hidden: true })),
    ]}
    facts={['state', 'rank', 'toGradeMajorId']}
    filters={['studentId', 'state', 'toGradeMajorId', 'effectState']}
  />
)
