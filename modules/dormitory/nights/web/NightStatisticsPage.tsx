import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { Sentence } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { useSpan } from '#web/statistics/useSpan.tsx'
import { formatMinutes } from '#web/values/duration.ts'
import { formatDay, formatNumber } from '#web/values/format.ts'
import { nightStatistics } from '../model/read-actions.ts'
import { dayText, weekdayText } from './labels.ts'
import style from './night.module.css'

type Stats = AnswerOf<typeof nightStatistics>
type Group = Stats['byDorm'][number]
const DAYS = 30
const SHOWN = 12
/** Where the axis of the rates begins: a step below the lowest. */
const axisFrom = (nights: Stats['byNight']): number => Math.max(0, Math.floor(Math.min(100, ...nights.map(n => n.rate ?? 100)) / 5) * 5 - 5)
const percent = (rate: number | null): string => (rate === null ? '—' : `${rate}%`)

/** 晚点名 → 归寝统计: summary, figures, and absences by place and time. */
export default function NightStatisticsPage() {
  const { span, picker } = useSpan(DAYS, 1)
  const read = useRead(nightStatistics, span)
  const { data } = read
  return (
    <Page title={t('归寝统计')} actions={picker}>
      {data ? data.nights ? <Shown data={data} /> : <Empty title={t('这段时间没有归寝记录')} /> : <Loading of={read} lines={10} />}
    </Page>
  )
}
function Shown({ data }: { data: Stats }) {
  const worst = data.byDorm[0]
  const figures: ReadonlyArray<readonly [string, string]> = [
    [t('归寝率'), percent(data.rate)],
    [t('晚归'), formatNumber(data.late)],
    [t('未归'), formatNumber(data.absent)],
    [t('事后准假'), formatNumber(data.afterwards)],
    [t('已处置'), formatNumber(data.handled)],
    [t('平均处置'), data.meanMinutes === null ? '—' : formatMinutes(data.meanMinutes)],
  ]
  return (
    <>
      <Sentence>
        {t('{{nights}} 晚应在寝 {{expected}} 人次，归寝率 {{rate}}；未归 {{cases}} 人次，其中 {{afterwards}} 人次事后准假；归寝率最低的是{{worst}}。', {
          nights: formatNumber(data.nights),
          expected: formatNumber(data.expected),
          rate: percent(data.rate),
          cases: formatNumber(data.cases),
          afterwards: formatNumber(data.afterwards),
          worst: worst?.label ?? '—',
        })}
      </Sentence>
      <Figures label={t('归寝统计')}>
        {figures.map(([label, value]) => (
          <Figure key={label} label={label} value={value} />
        ))}
      </Figures>
      <Trend
        title={t('每晚归寝率')}
        points={data.byNight}
        at={n => formatDay(n.nightDate)}
        series={[{ name: t('归寝率'), of: n => n.rate }]}
        percentFrom={axisFrom(data.byNight)}
      />
      <Columns min={360} isEven>
        <Sheet title={t('楼栋归寝率（低的在前）')}>
          <Rates groups={data.byDorm} />
        </Sheet>
        <Sheet title={t('班级归寝率（低的在前）')}>
          <Rates groups={data.byClass} />
        </Sheet>
        <Sheet title={t('星期')}>
          <Weekdays days={data.byWeekday} />
        </Sheet>
        <Sheet title={t('处置最久')}>
          <Longest rows={data.longest} />
        </Sheet>
      </Columns>
    </>
  )
}
const Rates = ({ groups }: { groups: readonly Group[] }) => (
  <ul className={style.rates}>
    {groups.slice(0, SHOWN).map(g => (
      <li key={g.id ?? g.label}>
        <span>{g.label}</span>
        <b>{percent(g.rate)}</b>
        <small>{t('晚归 {{late}}，未归 {{absent}}', { late: formatNumber(g.late), absent: formatNumber(g.absent) })}</small>
      </li>
    ))}
  </ul>
)
const Weekdays = ({ days }: { days: Stats['byWeekday'] }) => (
  <ul className={style.rates}>
    {days.map(d => (
      <li key={d.weekday}>
        <span>{weekdayText(d.weekday)}</span>
        <b>{percent(d.rate)}</b>
        <small>{t('晚归 {{late}}，未归 {{absent}}', { late: formatNumber(d.late), absent: formatNumber(d.absent) })}</small>
      </li>
    ))}
  </ul>
)
const Longest = ({ rows }: { rows: Stats['longest'] }) =>
  rows.length ? (
    <ul className={style.rates}>
      {rows.map(r => (
        <li key={r.id}>
          <Link to={`/dormitory/night/cases?night=${r.nightDate}&view=all`}>{[r.name, r.className].filter(Boolean).join(' · ')}</Link>
          <b>{formatMinutes(r.minutes)}</b>
          <small>{r.isOpen ? t('{{date}} 晚，还没有处置', { date: dayText(r.nightDate) }) : t('{{date}} 晚', { date: dayText(r.nightDate) })}</small>
        </li>
      ))}
    </ul>
  ) : (
    <p className="ql-quiet">{t('没有未归的学生')}</p>
  )
