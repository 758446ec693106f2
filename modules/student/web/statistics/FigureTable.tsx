import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Scroll } from '#web/feedback/Scroll.tsx'
import { t } from '#web/i18n/index.ts'

export interface FigureColumn<R> {
  key: string
  title: ReactNode
  render: (row: R) => ReactNode
  /** Cell in the totals row. */
  foot?: ReactNode
  isText?: boolean
}
interface FigureTableProps<R> {
  label: string
  columns: ReadonlyArray<FigureColumn<R>>
  rows: readonly R[]
  rowKey: (row: R) => string
}
const STEP = 60

/** Table of figures with sticky header and first column; long tables are paginated. */
export function FigureTable<R>({ label, columns, rows, rowKey }: FigureTableProps<R>) {
  const [most, setMost] = useState(STEP)
  const left = rows.length - most
  return (
    <>
      <Scroll className="stat-scroll" label={label}>
        <table className="ql-plain stat-table">
          <thead>
            <tr>
              {columns.map(c => (
                <th key={c.key} scope="col" className={c.isText ? 'stat-text' : undefined}>
                  {c.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map(row => (
              <tr key={rowKey(row)}>
                {columns.map(c => (
                  <td key={c.key} className={c.isText ? 'stat-text' : undefined}>
                    {c.render(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {columns.some(c => c.foot !== undefined) ? (
            <tfoot>
              <tr>
                {columns.map(c => (
                  <td key={c.key} className={c.isText ? 'stat-text' : undefined}>
                    {c.foot}
                  </td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </Scroll>
      {left > 0 ? (
        <div className="stat-more">
          <Button type="text" onClick={() => setMost(now => now + STEP * 5)}>
            {t('再显示 {{n}} 行，还剩 {{left}} 行', { n: Math.min(left, STEP * 5), left })}
          </Button>
        </div>
      ) : null}
    </>
  )
}
