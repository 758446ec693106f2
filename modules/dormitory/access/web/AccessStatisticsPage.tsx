import { Tabs } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { percentOf } from '#model/percent.ts'
import { lazily } from '#web/base/chunk.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { Span } from '#web/inputs/SpanInput.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/useCan.ts'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { dayOf, Trend } from '#web/statistics/Trend.tsx'
import { formatMinutes } from '#web/values/duration.ts'
import { formatNumber } from '#web/values/format.ts'
import { alertStatistics, saveLimits } from '../model/alert-actions.ts'

const Limits = lazily(() => import('./Limits.tsx'))
type Stats = AnswerOf<typeof alertStatistics>

/** 宿舍管理 → 安全门禁 → 门禁统计: late and missed returns, and the limits they are judged by. */
export default function AccessStatisticsPage() {
  const [params, , put] = useOwnParams()
  const may = useCan(saveLimits.permission)
  return (
    <Page title={t('门禁统计')}>
      <Tabs
        activeKey={may && params.get('tab') === 'limits' ? 'limits' : 'numbers'}
        onChange={next => put({ tab: next === 'numbers' ? undefined : next })}
        destroyOnHidden
        items={[
          { key: 'numbers', label: t('统计'), children: <Numbers /> },
          ...(may
            ? [
                {
                  key: 'limits',
                  label: t('提醒阈值'),
                  children: (
                    <Suspense fallback={<Bars lines={6} />}>
                      <Limits />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Page>
  )
}
const Numbers = () => (
  <Statistics of={alertStatistics} days={30} empty={data => (data.total || data.houses.length ? undefined : t('这段时间没有门禁提醒'))}>
    {(data, span) => <Shown data={data} span={span} />}
  </Statistics>
)
const LIST = '/dormitory/access/alerts'
const CLOCK = [22, 23, 0, 1, 2, 3, 4, 5, 6].map(hour => String(hour).padStart(2, '0'))
function Shown({ data, span }: { data: Stats; span: Span }) {
  const { houses } = data
  const worst = houses.toSorted((a, b) => b.lateRate - a.lateRate)[0]
  const hours = new Map(data.hours.map(h => [h.key, h.lates]))
  return (
    <>
      <Sentence>
        {t('{{from}} 至 {{to}} 共 {{total}} 条提醒，{{explained}} 条后来自动解除；晚归率最高的是{{worst}}（{{rate}}%）。', {
          ...span,
          total: formatNumber(data.total),
          explained: formatNumber(data.explained),
          worst: worst?.label ?? '—',
          rate: worst?.lateRate ?? 0,
        })}
      </Sentence>
      <Figures label={t('门禁统计')}>
        <Figure label={t('晚归')} value={data.lates} to={`${LIST}?view=all&type=lateReturn`} />
        <Figure label={t('未归')} value={data.outs} to={`${LIST}?view=all&type=nightOut`} />
        <Figure label={t('还没有处理完')} value={data.open} to={LIST} />
        <Figure label={t('处理用时（中位数）')} value={data.handledMinutes === null ? '—' : formatMinutes(data.handledMinutes)} to={`${LIST}?view=closed`} />
        <Figure label={t('不确定的占')} value={data.total ? `${percentOf(data.uncertain, data.total)}%` : '—'} to={`${LIST}?view=all`} />
      </Figures>
      <Trend
        title={t('每晚晚归和未归')}
        points={data.nights}
        at={dayOf}
        series={[
          { name: t('晚归'), bar: true, of: n => n.lates },
          { name: t('未归'), bar: true, of: n => n.outs },
        ]}
      />
      <Parts>
        <Trend title={t('晚归的钟点')} points={CLOCK} at={hour => `${hour}:00`} series={[{ name: t('晚归'), of: hour => hours.get(hour) ?? 0 }]} />
        <Sheet title={t('各楼')}>
          <PlainTable
            label={t('各楼')}
            rows={houses}
            keyOf={h => h.key}
            columns={[
              [t('宿舍楼'), h => <Link to={`${LIST}?view=all&dormId=${h.key}`}>{h.label}</Link>],
              [t('在住'), h => formatNumber(h.residents)],
              [t('晚归'), h => formatNumber(h.lates)],
              [t('晚归率'), h => `${h.lateRate}%`],
              [t('未归'), h => formatNumber(h.outs)],
              [t('未归率'), h => `${h.outRate}%`],
            ]}
          />
        </Sheet>
      </Parts>
    </>
  )
}
