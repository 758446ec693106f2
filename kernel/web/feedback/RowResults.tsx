import { t } from '#web/i18n/index.ts'
import { Scroll } from './Scroll.tsx'
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
    <Scroll className="ql-results" label={t('结果')}>
      <table className="ql-plain">
        <thead>
          <tr>
            <th>{t('名称')}</th>
            <th>{t('结果')}</th>
            <th>{t('说明')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(row => (
            <tr key={row.key}>
              <td>{row.name}</td>
              <td>
                <State tone={row.isDone ? 'done' : 'attention'}>{row.isDone ? (done ?? t('已完成')) : (failed ?? t('未处理'))}</State>
              </td>
              <td className="ql-quiet">{row.note ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
