import { Pagination, Segmented } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#model'
import { Chart } from '#web/charts/Chart.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { formatNumber, MISSING } from '#web/values/format.ts'
import type { runQuery } from '../model/query.ts'
import { NUMBER_KINDS } from '../model/spec.ts'
import style from './query.module.css'

export type Answer = OutputOf<typeof runQuery>
const MOST_BARS = 30
/** Result rows; groups can be shown as bars. */
export function Result({ of, page, size, isGrouped, onPage }: { of: Answer; page: number; size: number; isGrouped: boolean; onPage: (page: number) => void }) {
  const [asChart, showChart] = useState(false)
  const { columns, rows } = of
  const figure = columns.findIndex(c => NUMBER_KINDS.includes(c.kind) && c.key.startsWith('#'))
  const mayChart = isGrouped && figure > 0
  return (
    <Sheet label={t('结果')} className={style.result}>
      <header>
        <span role="status">
          {of.isCut ? t('超过 {{n}} 行，请增加条件或导出', { n: formatNumber(of.total) }) : t('共 {{n}} 行', { n: formatNumber(of.total) })}
          <small>{t('用时 {{ms}} 毫秒', { ms: formatNumber(of.ms) })}</small>
        </span>
        {mayChart ? (
          <Segmented
            size="small"
            value={asChart ? 'chart' : 'table'}
            options={[
              { value: 'table', label: t('看数据') },
              { value: 'chart', label: t('看图') },
            ]}
            onChange={way => showChart(way === 'chart')}
          />
        ) : null}
      </header>
      {mayChart && asChart ? (
        <Chart
          hasTable
          height={Math.max(220, Math.min(rows.length, MOST_BARS) * 26 + 20)}
          label={t('{{name}}的分布', { name: columns[0]?.label ?? '' })}
          option={{
            grid: { left: 0, right: 48, top: 4, bottom: 4, containLabel: true },
            tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
            xAxis: { type: 'value', show: false },
            yAxis: { type: 'category', inverse: true, data: rows.slice(0, MOST_BARS).map(r => String(r[0] ?? MISSING)) },
            series: [
              {
                type: 'bar',
                name: columns[figure]?.label ?? '',
                barMaxWidth: 18,
                label: { show: true, position: 'right' },
                data: rows.slice(0, MOST_BARS).map(r => (typeof r[figure] === 'number' ? (r[figure] as number) : 0)),
              },
            ],
          }}
        />
      ) : (
        <PlainTable
          label={t('结果')}
          className={classes(style.table)}
          empty={t('没有符合条件的记录')}
          rows={rows.map((cells, at) => ({ cells, at }))}
          keyOf={row => row.at}
          columns={columns.map((c, at) => [c.label, (row: Numbered) => cellText(row.cells[at] ?? null, c.kind), { key: c.key, isNumber: NUMBER_KINDS.includes(c.kind) }] as const)}
        />
      )}
      {of.total > size ? <Pagination className={classes(style.pager)} current={page} pageSize={size} total={of.total} showSizeChanger={false} onChange={onPage} /> : null}
    </Sheet>
  )
}
interface Numbered {
  cells: ReadonlyArray<string | number | null>
  at: number
}
const cellText = (cell: string | number | null, kind: string): string =>
  cell === null ? MISSING : typeof cell === 'number' && kind !== 'integer' ? formatNumber(cell, 2) : String(cell)
