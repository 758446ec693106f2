import { Button, InputNumber } from 'antd'
import { useMemo, useState } from 'react'
import { percentOf } from '#model/percent.ts'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDay } from '#web/values/format.ts'
import { ALERT_TYPES } from '../model/access-alert.ts'
import { alertLimits, replayLimits, saveLimits } from '../model/alert-actions.ts'
import { LIMIT_PARAMETERS } from '../model/parameters.ts'
import style from './access.module.css'

type Limits = NonNullable<AnswerOf<typeof alertLimits>>
type Night = AnswerOf<typeof replayLimits>['nights'][number]
type Key = keyof typeof LIMIT_PARAMETERS
const KEYS = Object.keys(LIMIT_PARAMETERS) as Key[]

/** Replays limits on the last thirty nights before saving: alerts found, and how many were explained later. */
export default function LimitsPage() {
  const read = useRead(alertLimits, {})
  const { data } = read
  return data ? <Trying key={JSON.stringify(data)} now={data} /> : <Loading of={read} lines={4} />
}
function Trying({ now }: { now: Limits }) {
  const [given, setGiven] = useState<Limits>(now)
  const [nights, setNights] = useState<readonly Night[]>()
  const replay = useAct(replayLimits, { done: false, onDone: answer => setNights(answer.nights) })
  const save = useAct(saveLimits, { done: t('已保存，下一次核对起按新阈值') })
  const isChanged = KEYS.some(k => given[k] !== now[k])
  useUnsaved(isChanged)
  const put = (key: Key, value: number | null) => {
    setNights(undefined)
    setGiven({ ...given, [key]: value ?? now[key] })
  }
  return (
    <Sheet label={t('提醒阈值')} className={style.card}>
      <div className={style.limits}>
        {KEYS.map(key => (
          <label key={key} htmlFor={`limit-${key}`}>
            {t(LIMIT_PARAMETERS[key].label)}
            <InputNumber
              id={`limit-${key}`}
              min={LIMIT_PARAMETERS[key].min}
              max={LIMIT_PARAMETERS[key].max}
              precision={0}
              suffix={t(LIMIT_PARAMETERS[key].unit)}
              value={given[key]}
              onChange={value => put(key, value)}
            />
          </label>
        ))}
        <Button loading={replay.isPending} onClick={() => replay.mutate(given)}>
          {t('用近 30 晚试算')}
        </Button>
        <Button type="primary" disabled={!isChanged || !nights} loading={save.isPending} onClick={() => save.mutate(given)}>
          {t('保存阈值')}
        </Button>
      </div>
      <p className="ql-quiet">{t('先试算再保存。试算按当时收到的记录和请假，不改变任何提醒。')}</p>
      {replay.error ? <Refused what={t('没有试算')} error={replay.error} /> : null}
      {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
      {nights ? <Compared nights={nights} /> : null}
    </Sheet>
  )
}
const TYPES = Object.keys(ALERT_TYPES) as Array<keyof typeof ALERT_TYPES>
const totalOf = (n: Night['now']): number => TYPES.reduce((sum, type) => sum + n[type], 0)
function Compared({ nights }: { nights: readonly Night[] }) {
  const sum = (of: (n: Night) => number): number => nights.reduce((all, n) => all + of(n), 0)
  const share = (explained: number, stands: number): string => (explained + stands ? `${percentOf(explained, explained + stands)}%` : '—')
  const [before, after] = [sum(n => totalOf(n.now)), sum(n => totalOf(n.tried))]
  const rows = [
    ...TYPES.map(type => ({ label: t(ALERT_TYPES[type]), now: sum(n => n.now[type]), tried: sum(n => n.tried[type]) })),
    { label: t('合计'), now: before, tried: after },
  ]
  return (
    <>
      <p>
        {t('{{n}} 晚里现在 {{before}} 条，调整后 {{after}} 条，平均每晚 {{each}} 条；午夜时提醒、后来解释的占 {{share}}。', {
          n: nights.length,
          before,
          after,
          each: (after / Math.max(1, nights.length)).toFixed(1),
          share: share(
            sum(n => n.tried.explained),
            after,
          ),
        })}
      </p>
      <Curve nights={nights} />
      <PlainTable
        label={t('调整后')}
        rows={rows}
        keyOf={r => r.label}
        columns={[
          [t('类型'), r => r.label, { isHead: true }],
          [t('现在'), r => r.now],
          [t('调整后'), r => r.tried],
        ]}
      />
    </>
  )
}
function Curve({ nights }: { nights: readonly Night[] }) {
  const option = useMemo<Option>(
    () => ({
      grid: { left: 36, right: 16, top: 32, bottom: 28 },
      legend: { top: 0, right: 0 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: nights.map(n => formatDay(n.night)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        { type: 'line', name: t('现在'), showSymbol: false, data: nights.map(n => totalOf(n.now)) },
        { type: 'line', name: t('调整后'), showSymbol: false, data: nights.map(n => totalOf(n.tried)) },
      ],
    }),
    [nights],
  )
  return <Chart option={option} height={220} label={t('每晚提醒条数，现在和调整后')} />
}
