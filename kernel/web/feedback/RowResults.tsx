import { t } from '#web/i18n/index.ts'
import { PlainTable } from './PlainTable.tsx'
import { State } from './State.tsx'
import './feedback.css'

export interface RowResult {
  key: string
  name: string
  isDone: boolean
  /** Error, or the next step. */
  note?: string
}
/** Result of every row of a batch; failed rows first. */
export function RowResults({ rows, done, failed }: { rows: readonly RowResult[]; done?: string; failed?: string }) {
  const sorted = [...rows].sort((a, b) => Number(a.isDone) - Number(b.isDone))
  return (
    <PlainTable
      label={t('结果')}
      scroller="ql-results"
      rows={sorted}
      keyOf={row => row.key}
      columns={[
        [t('名称'), row => row.name],
        [t('结果'), row => <State tone={row.isDone ? 'done' : 'attention'}>{row.isDone ? (done ?? t('已完成')) : (failed ?? t('未处理'))}</State>],
        [t('说明'), row => <span className="ql-quiet">{row.note}</span>],
      ]}
    />
  )
}
