import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDay, formatNumber } from '#web/values/format.ts'
import { logStatistics } from '../model/actions.ts'
import style from './audit.module.css'
import { reasonWord } from './labels.ts'

type Figures = AnswerOf<typeof logStatistics>
const HEIGHT = 260

/** Log statistics: failed sign-ins, activity, slow calls and errors. */
export default function StatisticsPage() {
  const [days, setDays] = useState(30)
  const read = useRead(logStatistics, { days })
  const { data } = read
  return (
    <Page
      title={t('日志统计')}
      actions={<Segmented value={days} onChange={setDays} options={[7, 30, 90].map(n => ({ value: n, label: t('近 {{n}} 天', { n }) }))} aria-label={t('时间范围')} />}
    >
      {data ? <Figures of={data} /> : <Loading of={read} lines={8} />}
    </Page>
  )
}
function Figures({ of }: { of: Figures }) {
  return (
    <div className={style.figures}>
      <Part title={t('登录失败')} isEmpty={!of.failedByDay.length}>
        <Chart
          height={HEIGHT}
          label={t('每天登录失败的次数')}
          option={{
            grid: { left: 0, right: 8, top: 16, bottom: 0, containLabel: true },
            tooltip: { trigger: 'axis' },
            xAxis: { type: 'category', data: of.failedByDay.map(d => formatDay(d.key)) },
            yAxis: { type: 'value', minInterval: 1 },
            series: [{ type: 'line', name: t('次数'), areaStyle: { opacity: 0.08 }, showSymbol: false, data: of.failedByDay.map(d => d.count) }],
          }}
        />
      </Part>
      <Part title={t('失败原因')} isEmpty={!of.failedByReason.length}>
        <Lines of={of.failedByReason.map(r => ({ key: reasonWord(r.key) || t('其他'), count: r.count }))} />
      </Part>
      <Part title={t('改动最多')} isEmpty={!of.changesByEntity.length}>
        <Lines of={of.changesByEntity} />
      </Part>
      <Part title={t('各版本错误')} isEmpty={!of.errorsByRelease.length}>
        <Lines of={of.errorsByRelease} />
      </Part>
      <Part title={t('最忙的接口')} isEmpty={!of.busiest.length} isWide>
        <PlainTable
          label={t('最忙的接口')}
          rows={of.busiest}
          keyOf={p => p.path}
          columns={[
            [t('名称'), p => p.name],
            [t('接口'), p => <code>{p.path}</code>],
            [t('调用'), p => formatNumber(p.calls), { isNumber: true }],
            [t('错误'), p => formatNumber(p.errors), { isNumber: true }],
            [t('95% 用时（毫秒）'), p => <>≤{formatNumber(p.p95)}</>, { isNumber: true }],
          ]}
        />
      </Part>
    </div>
  )
}
const Part = ({ title, isEmpty, isWide = false, children }: { title: string; isEmpty: boolean; isWide?: boolean; children: ReactNode }) => (
  <Sheet title={title} className={isWide ? style.wide : undefined}>
    {isEmpty ? <p className="ql-quiet">{t('这段时间没有')}</p> : children}
  </Sheet>
)
/** Counts as text bars. */
function Lines({ of }: { of: ReadonlyArray<{ key: string; count: number }> }) {
  const most = Math.max(...of.map(l => l.count))
  return (
    <ul className={style.lines}>
      {of.map(l => (
        <li key={l.key}>
          <span>{l.key}</span>
          <i style={{ inlineSize: `${(l.count / most) * 100}%` }} />
          <b>{formatNumber(l.count)}</b>
        </li>
      ))}
    </ul>
  )
}
