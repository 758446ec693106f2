import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { removeRun, stopRun } from '../model/actions.ts'
import { runStates } from '../model/result.ts'
import { type Card, isOpenPlan, type RunRow } from './labels.ts'
import { MEASURES } from './measures.ts'
import style from './presort.module.css'

/** 20-DP6: simulations side by side, the best of each metric marked. */
export function Runs({ plan, runs }: { plan: Card; runs: readonly RunRow[] }) {
  if (!runs.length) return <Empty title={t('还没有模拟过')}>{t('模拟不占床位，可以多试几次再比较')}</Empty>
  return (
    <Sheet label={t('模拟比较')}>
      <PlainTable
        label={t('模拟比较')}
        className={style.compare}
        rows={[...MEASURES.map(measured), { label: '手工调整', of: (r: RunRow) => formatNumber(r.handCount) }, { label: '随机种子', of: (r: RunRow) => r.seed }]}
        keyOf={line => line.label}
        columns={[
          [t('指标'), line => t(line.label), { isHead: true }],
          ...runs.map(r => [r.id, (line: Line) => line.of(r, runs), { head: <RunHead plan={plan} run={r} /> }] as const),
        ]}
      />
    </Sheet>
  )
}
type Measure = (typeof MEASURES)[number]
interface Line {
  label: string
  of: (run: RunRow, runs: readonly RunRow[]) => ReactNode
}
const measured = (measure: Measure): Line => ({
  label: measure.label,
  of: (run, runs) => (
    <span className={isBest(measure, run, runs) ? style.best : ''}>
      <Value run={run} measure={measure} />
    </span>
  ),
})
/** No best if all values are equal. */
function isBest({ key, best }: Measure, run: RunRow, runs: readonly RunRow[]): boolean {
  const values = runs.flatMap(r => (r.measures ? [r.measures[key]] : []))
  if (!best || !run.measures || new Set(values).size < 2) return false
  return run.measures[key] === (best === 'high' ? Math.max(...values) : Math.min(...values))
}
function Value({ run, measure }: { run: RunRow; measure: Measure }) {
  if (!run.measures) return <>—</>
  const value = formatNumber(run.measures[measure.key])
  return <>{measure.of ? `${value}/${formatNumber(run.measures[measure.of])}` : value}</>
}
function RunHead({ plan, run }: { plan: Card; run: RunRow }) {
  const [, , put] = useOwnParams()
  const isWorking = run.state === 'queued' || run.state === 'running'
  return (
    <div className={style.run}>
      <b>{t('第 {{n}} 次', { n: run.runNo })}</b>
      {run.isCommitted ? <State tone="done">{t('已提交')}</State> : <StateTag of={runStates} state={run.state} />}
      <small className="ql-quiet">{run.endedAt ? formatDatetime(run.endedAt) : (run.note ?? '')}</small>
      {isWorking ? <Progress percent={run.progress} size="small" aria-label={t('第 {{n}} 次', { n: run.runNo })} /> : null}
      <Row as="span">
        {run.state === 'done' ? (
          <button type="button" className="ql-link" onClick={() => put({ run: run.id, tab: plan.mode === 'toStudent' ? 'list' : 'map' })}>
            {t('看结果')}
          </button>
        ) : null}
        {plan.isOwn && isWorking ? (
          <ActionButton of={stopRun} input={{ id: run.id }}>
            {t('停止')}
          </ActionButton>
        ) : null}
        {plan.isOwn && !isWorking && isOpenPlan(plan.state) ? (
          <ActionButton of={removeRun} input={{ id: run.id }} danger type="link" confirm={t('删除第 {{n}} 次模拟，手工指定的学生仍然保留。', { n: run.runNo })}>
            {t('删除')}
          </ActionButton>
        ) : null}
      </Row>
    </div>
  )
}
