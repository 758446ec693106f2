import { Segmented } from 'antd'
import { useMemo } from 'react'
import { percentOf } from '#model/percent.ts'
import { useSignal } from '#web/base/signal.ts'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { RankBars } from '#web/charts/RankBars.tsx'
import { failedColor } from '#web/charts/theme.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { theme } from '#web/theme/config.ts'
import { formatNumber } from '#web/values/format.ts'
import { signInStatistics, TERMINALS } from '../model/credentials-sessions.ts'
import { reasonText } from './labels.ts'

const NAMES: Readonly<Record<string, string>> = {
  account: '账号密码',
  mobile: '手机验证码',
  scan: '扫码',
  cas: 'CAS',
  oauth2: 'OAuth2',
  jwt: 'JWT',
  wecom: '企业微信',
  welcome: '迎新账号',
  exam: '考试账号',
}
type Stats = AnswerOf<typeof signInStatistics>
const SPANS: readonly number[] = [7, 30, 180]

/** 登录统计: sign-ins by method, time and place, failures, and weak passwords. */
export default function SignInStatisticsPage() {
  const [params, , put] = useOwnParams()
  const days = SPANS.find(n => n === Number(params.get('days'))) ?? 30
  const read = useRead(signInStatistics, { days })
  return (
    <Page
      title={t('登录统计')}
      actions={<Segmented value={days} onChange={n => put({ days: String(n) })} options={SPANS.map(n => ({ value: n, label: t('近 {{n}} 天', { n }) }))} />}
    >
      <Loaded of={read} lines={10}>
        {data => <Shown data={data} />}
      </Loaded>
    </Page>
  )
}
const Shown = ({ data }: { data: Stats }) => (
  <>
    <Figures label={t('登录统计')}>
      <Figure label={t('登录次数')} value={data.total} />
      <Figure label={t('登录人数')} value={data.people} />
      <Figure label={t('失败次数')} value={data.failures} />
    </Figures>
    <Sheet title={t('各时段登录')}>
      <Hours hours={data.hours} />
    </Sheet>
    <Columns min={360} isEven>
      <Shares title={t('登录方式#many')} counts={data.ways} nameOf={key => t(NAMES[key] ?? key)} />
      <Shares title={t('终端')} counts={data.terminals} nameOf={key => t(TERMINALS[key as keyof typeof TERMINALS] ?? key)} />
      <Shares title={t('失败原因')} counts={data.reasons} nameOf={reasonText} />
      <Weak rows={data.weak} />
    </Columns>
  </>
)
function Hours({ hours }: { hours: Stats['hours'] }) {
  const peak = hours.reduce((most, h) => (h.count > most.count ? h : most), hours[0] ?? { hour: 0, count: 0, failures: 0 })
  const dark = useSignal(theme).isIsDark
  const option = useMemo<Option>(
    () => ({
      grid: { left: 48, right: 16, top: 32, bottom: 28 },
      tooltip: { trigger: 'axis' },
      legend: { right: 0, top: 0 },
      xAxis: { type: 'category', data: hours.map(h => String(h.hour)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        { type: 'bar', name: t('成功'), stack: 'all', data: hours.map(h => h.count) },
        { type: 'bar', name: t('失败'), stack: 'all', data: hours.map(h => h.failures), itemStyle: { color: failedColor(dark) } },
      ],
    }),
    [hours, dark],
  )
  return <Chart height={240} label={t('各时段登录次数，最多在 {{hour}} 时，{{n}} 次', { hour: peak.hour, n: peak.count })} option={option} />
}
/** Counts by name; those of one name are summed. */
function Shares({ title, counts, nameOf }: { title: string; counts: ReadonlyArray<{ key: string; count: number }>; nameOf: (key: string) => string }) {
  const bars = useMemo(() => {
    const sums = new Map<string, number>()
    for (const { key, count } of counts) sums.set(nameOf(key), (sums.get(nameOf(key)) ?? 0) + count)
    return [...sums].map(([label, value]) => ({ label, value })).sort((a, b) => b.value - a.value)
  }, [counts, nameOf])
  return <Sheet title={title}>{bars.length ? <RankBars bars={bars} label={bars.map(b => `${b.label} ${b.value}`).join(t('，'))} /> : <Empty title={t('这段时间没有')} />}</Sheet>
}
const Weak = ({ rows }: { rows: Stats['weak'] }) => (
  <Sheet title={t('各部门弱密码')}>
    {rows.length ? (
      <PlainTable
        label={t('各部门弱密码')}
        rows={rows}
        keyOf={row => row.departmentName}
        columns={[
          [t('部门'), row => row.departmentName],
          [t('人数'), row => formatNumber(row.people)],
          [t('弱密码'), row => formatNumber(row.weak)],
          [t('占比'), row => `${percentOf(row.weak, row.people) ?? 0}%`],
        ]}
      />
    ) : (
      <Empty title={t('还没有设置密码的账号')} />
    )}
  </Sheet>
)
