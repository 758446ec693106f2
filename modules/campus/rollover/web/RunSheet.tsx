import { useQueryClient } from '@tanstack/react-query'
import { Progress } from 'antd'
import { CalendarCheck, Eye, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { percentOf } from '#model/percent.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { entityKey } from '#web/values/address.ts'
import { formatDatetime, formatNumber, MISSING } from '#web/values/format.ts'
import { previewRollover, rolloverProgress, type rolloverYears, startRollover, undoRollover } from '../model/rollover-actions.ts'
import { rolloverLine } from '../model/rollover-line.ts'
import { rolloverRun, rolloverStates, stepStates } from '../model/rollover-run.ts'

type Year = AnswerOf<typeof rolloverYears>[number]
type Run = AnswerOf<typeof rolloverProgress>
/** A run changes both: the run itself, and its lines. */
const CHANGES = ['rolloverLine', 'rolloverRun']

/** The roll-over to one year: its steps with what they do, and what can be done next. */
export function RunSheet({ year }: { year: NonNullable<Year> }) {
  if (year.runId) return <Known id={year.runId} />
  return (
    <Sheet title={`${year.fromXn} → ${year.toXn}`} actions={<PreviewButton toXn={year.toXn} isFirst />}>
      <p className="ql-help">{t('还没有预览。预览列出每一步会新建、更改和结束什么，不改任何数据。')}</p>
    </Sheet>
  )
}
const PreviewButton = ({ toXn, isFirst = false }: { toXn: string; isFirst?: boolean }) => (
  <ActionButton of={previewRollover} input={{ toXn }} changes={CHANGES} type={isFirst ? 'primary' : 'default'} icon={<Eye size={15} />} done={t('已预览')}>
    {isFirst ? t('预览') : t('重新预览')}
  </ActionButton>
)
const EVERY_MS = 1000
function Known({ id }: { id: string }) {
  const read = useRead(rolloverProgress, { id }, { every: run => (run?.state === 'running' ? EVERY_MS : 0) })
  const state = read.data?.state
  const client = useQueryClient()
  useEffect(() => {
    // the list below follows when a run ends
    if (state && state !== 'running') for (const entity of [rolloverLine, rolloverRun]) void client.invalidateQueries({ queryKey: entityKey(entity) })
  }, [state, client])
  const run = read.data
  if (!run) return <Loading of={read} />
  return (
    <Sheet
      title={`${run.fromXn} → ${run.toXn}`}
      note={
        <>
          <StateTag of={rolloverStates} state={run.state} /> {said(run)}
        </>
      }
      actions={<Acts id={id} run={run} />}
    >
      {run.note ? <p className="ql-problem">{run.note}</p> : null}
      {run.state === 'running' ? <Progress percent={doneOf(run)} aria-label={t('结转进度')} /> : null}
      <Steps run={run} />
    </Sheet>
  )
}
const doneOf = ({ total, done, isUndo }: Run): number => percentOf(isUndo ? total - done : done, total) ?? 0
function said(run: Run): string {
  if (run.state === 'running')
    return run.isUndo
      ? t('{{name}} 正在撤销，还剩 {{n}} 项', { name: run.startedByName, n: formatNumber(run.done) })
      : t('{{name}} 正在结转，已办 {{n}} / {{all}} 项', { name: run.startedByName, n: formatNumber(run.done), all: formatNumber(run.total) })
  if (run.state === 'previewed') return t('{{at}}，共 {{n}} 项', { at: formatDatetime(run.previewedAt ?? ''), n: formatNumber(run.total) })
  return t('{{name}}，{{at}}', { name: run.startedByName ?? MISSING, at: formatDatetime(run.endedAt ?? run.startedAt ?? '') })
}
function Acts({ id, run }: { id: string; run: Run }) {
  const { state, exceptions, total, done, toXn } = run
  const mayUndo = run.undoUntil !== null && Date.parse(run.undoUntil ?? '') > Date.now()
  if (state === 'running') return null
  return (
    <>
      {state === 'done' ? null : <PreviewButton toXn={toXn} />}
      {mayUndo ? (
        <ActionButton
          of={undoRollover}
          input={{ id }}
          changes={CHANGES}
          danger
          icon={<Undo2 size={15} />}
          confirm={t('撤销已执行的 {{n}} 项？结转后又有变动的不撤销，会列出来。{{at}} 前可以撤销。', { n: formatNumber(done), at: formatDatetime(run.undoUntil ?? '') })}
          done={t('已开始撤销，可以离开这一页')}
        />
      ) : null}
      {state === 'done' ? null : (
        <ActionButton
          of={startRollover}
          input={{ id }}
          changes={CHANGES}
          type="primary"
          icon={<CalendarCheck size={15} />}
          confirm={
            exceptions
              ? t('还有 {{n}} 项例外：它们的步骤等处理后再做，其他步骤现在办。', { n: exceptions })
              : t('从 {{from}} 结转到 {{to}} 学年，共 {{n}} 项。', { from: run.fromXn, to: toXn, n: formatNumber(total - done) })
          }
          done={t('已开始结转，可以离开这一页')}
        >
          {state === 'failed' ? t('继续') : t('开始结转')}
        </ActionButton>
      )}
    </>
  )
}
const Steps = ({ run }: { run: Run }) => (
  <PlainTable
    label={t('步骤')}
    isCardsOnPhone
    rows={run.steps}
    keyOf={step => step.code}
    columns={[
      [t('步骤'), step => `${run.steps.indexOf(step) + 1}. ${step.title}`, { isHead: true }],
      [t('新建'), step => formatNumber(step.create), { isNumber: true }],
      [t('更改'), step => formatNumber(step.change), { isNumber: true }],
      [t('结束'), step => formatNumber(step.close), { isNumber: true }],
      [t('例外'), step => formatNumber(step.exceptions), { isNumber: true }],
      [t('已执行'), step => formatNumber(step.done), { isNumber: true }],
      [t('跳过或未办'), step => formatNumber(step.skipped), { isNumber: true }],
      [t('状态'), step => <StateTag of={stepStates} state={step.state} />],
      [t('用时'), step => duration(step.startedAt, step.endedAt)],
    ]}
  />
)
const duration = (from: string | null, to: string | null): string =>
  from && to ? t('{{n}} 秒', { n: Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1000)) }) : MISSING
