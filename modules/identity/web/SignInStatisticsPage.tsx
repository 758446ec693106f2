import { Segmented } from 'antd'
import { useState } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/records/format.ts'
import { useRead } from '#web/records/useRead.ts'
import { signInStatistics, TERMINALS } from '../model/credentials-sessions.ts'
import { reasonText } from './labels.ts'
import { PlainTable } from './PlainTable.tsx'
import '#web/records/records.css'
import './credentials.css'

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
/** 登录统计: sign-ins by method, time and place, failures, and weak passwords. */
export default function SignInStatisticsPage() {
  const [days, setDays] = useState(30)
  const read = useRead(signInStatistics, { days })
  const { data } = read
  return (
    <div className="idn-stack">
      <header className="ql-title">
        <h1>{t('登录统计')}</h1>
        <Segmented value={days} onChange={setDays} options={[7, 30, 180].map(n => ({ value: n, label: t('近 {{n}} 天', { n }) }))} />
      </header>
      {data ? (
        <>
          <div className="idn-figures">
            <Figure label={t('登录次数')} value={data.total} />
            <Figure label={t('登录人数')} value={data.people} />
            <Figure label={t('失败次数')} value={data.failures} />
          </div>
          <div className="idn-charts">
            <Hours hours={data.hours} />
            <Shares title={t('登录方式#many')} items={named(data.ways, key => t(NAMES[key] ?? key))} />
            <Shares title={t('终端')} items={named(data.terminals, key => t(TERMINALS[key as keyof typeof TERMINALS] ?? key))} />
            <Shares title={t('失败原因')} items={named(data.reasons, reasonText)} />
            <Weak rows={data.weak} />
          </div>
        </>
      ) : (
        <Loading of={read} lines={10} />
      )}
    </div>
  )
}
/** Counts by display name; equal names are summed. */
function named(counts: ReadonlyArray<{ key: string; count: number }>, name: (key: string) => string): Array<{ name: string; value: number }> {
  const sums = new Map<string, number>()
  for (const { key, count } of counts) sums.set(name(key), (sums.get(name(key)) ?? 0) + count)
  return [...sums].map(([name, value]) => ({ name, value }))
}
const Figure = ({ label, value }: { label: string; value: number }) => (
  <div className="ql-sheet">
    <b>{formatNumber(value)}</b>
    <span>{label}</span>
  </div>
)
function Hours({ hours }: { hours: ReadonlyArray<{ hour: number; count: number; failures: number }> }) {
  const peak = hours.reduce((most, h) => (h.count > most.count ? h : most), hours[0] ?? { hour: 0, count: 0, failures: 0 })
  return (
    <section className="ql-sheet idn-wide">
      <h2>{t('各时段登录')}</h2>
      <Chart
        height={240}
        label={t('各时段登录次数，最多在 {{hour}} 时，{{n}} 次', { hour: peak.hour, n: peak.count })}
        option={{
          grid: { left: 48, right: 16, top: 32, bottom: 28 },
          tooltip: { trigger: 'axis' },
          legend: { right: 0, top: 0 },
          xAxis: { type: 'category', data: hours.map(h => String(h.hour)) },
          yAxis: { type: 'value', minInterval: 1 },
          series: [
            { type: 'bar', name: t('成功'), stack: 'all', data: hours.map(h => h.count) },
            { type: 'bar', name: t('失败'), stack: 'all', data: hours.map(h => h.failures), itemStyle: { color: '#c8503a' } },
          ],
        }}
      />
    </section>
  )
}
function Shares({ title, items }: { title: string; items: ReadonlyArray<{ name: string; value: number }> }) {
  const sorted = [...items].sort((a, b) => a.value - b.value)
  return (
    <section className="ql-sheet">
      <h2>{title}</h2>
      {items.length ? (
        <Chart
          height={Math.max(120, items.length * 36 + 24)}
          label={items.map(i => `${i.name} ${i.value}`).join(t('，'))}
          option={{
            grid: { left: 8, right: 56, top: 4, bottom: 4, containLabel: true },
            xAxis: { type: 'value', show: false },
            yAxis: { type: 'category', data: sorted.map(i => i.name), axisTick: { show: false }, axisLine: { show: false } },
            series: [{ type: 'bar', barMaxWidth: 18, data: sorted.map(i => i.value), label: { show: true, position: 'right' } }],
          }}
        />
      ) : (
        <Empty title={t('这段时间没有')} />
      )}
    </section>
  )
}
function Weak({ rows }: { rows: ReadonlyArray<{ departmentName: string; people: number; weak: number }> }) {
  return (
    <section className="ql-sheet">
      <h2>{t('各部门弱密码')}</h2>
      {rows.length ? (
        <PlainTable label={t('各部门弱密码')} heads={[t('部门'), t('人数'), t('弱密码'), t('占比')]}>
          {rows.map(row => (
            <tr key={row.departmentName}>
              <td>{row.departmentName}</td>
              <td>{formatNumber(row.people)}</td>
              <td>{formatNumber(row.weak)}</td>
              <td>{`${Math.round((row.weak / Math.max(1, row.people)) * 100)}%`}</td>
            </tr>
          ))}
        </PlainTable>
      ) : (
        <Empty title={t('还没有设置密码的账号')} />
      )}
    </section>
  )
}
