import { Select } from 'antd'
import { useMemo } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { ColumnOf } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { checkWeek, WEEK_LEVELS, type WeekLevel } from '../model/record.ts'
import { weekSummary } from '../model/staff-actions.ts'
import checkStyle from './check.module.css'
import { weekText } from './labels.ts'
import style from './own.module.css'
import { scoreLine } from './score-line.ts'

type Summary = AnswerOf<typeof weekSummary>
const SCORES: ReadonlyArray<ColumnOf<typeof checkWeek>> = [
  { key: 'rank', width: 110, render: row => (row.rank ? formatNumber(row.rank) : <State tone="waiting">{t('未检查')}</State>) },
  { key: 'score', width: 110, render: row => row.score ?? '—' },
]
const COLUMNS: Readonly<Record<WeekLevel, ReadonlyArray<ColumnOf<typeof checkWeek>>>> = {
  room: [
    { key: 'roomId', width: 220, align: 'left' },
    ...SCORES,
    { key: 'checks', width: 110 },
    { key: 'classId', width: 150 },
    { key: 'departmentId', hidden: true },
    { key: 'dormId', hidden: true },
  ],
  class: [{ key: 'classId', width: 200, align: 'left' }, ...SCORES, { key: 'checks', title: '查到的人数', width: 120 }, { key: 'departmentId', width: 200 }],
  college: [{ key: 'departmentId', width: 260, align: 'left' }, ...SCORES, { key: 'checks', title: '查到的人数', width: 120 }],
}
const FILTERS: Readonly<Record<WeekLevel, readonly string[]>> = { room: ['roomId', 'dormId', 'classId'], class: ['classId', 'departmentId'], college: ['departmentId'] }

/** 宿舍管理 → 卫生排名: published weekly scores by room, class and college; unchecked ones have no rank. */
export default function CheckRankPage() {
  const [params, , put] = useOwnParams()
  const levels = useView(WEEK_LEVELS, { param: 'level' })
  const { view: level } = levels
  const asked = params.get('of')
  const mayHouses = useCan('dormitory:dormBuilding:list')
  const read = useRead(weekSummary, { level, ...(asked ? { week: asked } : {}) })
  const { data } = read
  if (!data) return <Loading of={read} lines={10} />
  const { week } = data
  const views = <ViewSwitch of={levels} />
  if (!week)
    return (
      <Page title={t('卫生排名')} views={views} className={style.board}>
        <Empty title={t('还没有公布过周成绩')}>{t('每周一公布上一周的卫生检查成绩')}</Empty>
      </Page>
    )
  return (
    <EntityTable<typeof checkWeek>
      key={`${level} ${week}`}
      of={checkWeek}
      title={t('卫生排名')}
      lead={<Headline summary={data} week={week} level={level} />}
      views={views}
      verbs={['export']}
      detail={false}
      where={{ level, week }}
      defaultSort={['rank']}
      toolbar={<Select aria-label={t('周')} value={week} options={data.weeks.flatMap(w => (w ? [{ value: w, label: weekText(w) }] : []))} onChange={of => put({ of })} />}
      columns={COLUMNS[level]}
      filters={mayHouses ? FILTERS[level] : FILTERS[level].filter(name => name !== 'roomId' && name !== 'dormId')}
    />
  )
}
function Headline({ summary, week, level }: { summary: Summary; week: string; level: WeekLevel }) {
  const { trend } = summary
  const option = useMemo(() => scoreLine(trend.map(x => ({ week: x.week, score: x.mean }))), [trend])
  const unchecked = summary.rooms - summary.checked
  return (
    <Sheet label={weekText(week)} className={checkStyle.task}>
      <p>
        <b>{weekText(week)}</b>{' '}
        {summary.mean === null
          ? t('没有成绩')
          : level === 'room'
            ? t('查到 {{n}} 间，平均 {{mean}} 分，不合格 {{failed}} 间', { n: formatNumber(summary.checked), mean: summary.mean, failed: summary.failed })
            : t('{{n}} 个参与排名，平均 {{mean}} 分', { n: formatNumber(summary.checked), mean: summary.mean })}
        {unchecked ? t('；{{n}} 个没有检查到', { n: formatNumber(unchecked) }) : ''}
        {summary.publishedAt ? <small className="ql-quiet"> {t('{{time}} 公布', { time: formatDatetime(summary.publishedAt) })}</small> : null}
      </p>
      {trend.length > 1 ? <Chart option={option} height={150} label={t('最近 {{n}} 周平均分', { n: trend.length })} /> : null}
    </Sheet>
  )
}
