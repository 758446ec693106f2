import { DatePicker, Tabs } from 'antd'
import dayjs from 'dayjs'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Emphasis } from '#web/feedback/Emphasis.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { isDay } from '#web/inputs/SpanInput.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatNumber } from '#web/values/format.ts'
import { statistics } from '../model/statistics.ts'
import { CompletenessTable, SizesTable } from './statistics/ClassTables.tsx'
import { CollegeChart } from './statistics/CollegeChart.tsx'
import { Corrections } from './statistics/Corrections.tsx'
import { CrossTable } from './statistics/CrossTable.tsx'
import { Figures } from './statistics/Figures.tsx'
import { FlowTable } from './statistics/FlowTable.tsx'
import { GradeChart } from './statistics/GradeChart.tsx'
import { today, yearsBefore } from './statistics/labels.ts'
import { PhoneFigures } from './statistics/Phone.tsx'
import { type OpenLists, OpenPeople } from './statistics/people.ts'
import style from './statistics/statistics.module.css'
import { TrendChart, useTrend } from './statistics/TrendChart.tsx'
import { YearlyTable } from './statistics/YearlyTable.tsx'

const PeoplePanel = lazily(() => import('./statistics/PeoplePanel.tsx'))

/** Student statistics as of any day: numbers, movements and incomplete records. */
export default function StatisticsPage() {
  const [asked, setAsked] = useState<OpenLists>()
  return (
    <OpenPeople.Provider value={setAsked}>
      {useNarrow() ? <PhoneFigures /> : <Statistics />}
      <Suspense>{asked ? <PeoplePanel {...asked} onClose={() => setAsked(undefined)} /> : null}</Suspense>
    </OpenPeople.Provider>
  )
}

function Statistics() {
  const [params, , put] = useOwnParams()
  const given = params.get('asOf')
  const asOf = isDay(given) && given <= today() ? given : today()
  return (
    <Page
      title={t('学籍统计')}
      actions={
        <>
          <label htmlFor="stat-as-of">{t('统计日期')}</label>
          <DatePicker
            id="stat-as-of"
            value={dayjs(asOf)}
            allowClear={false}
            maxDate={dayjs(today())}
            presets={PRESETS.map(([label, years]) => ({ label: t(label), value: dayjs(yearsBefore(today(), years)) }))}
            onChange={day => put({ asOf: day && day.format('YYYY-MM-DD') !== today() ? day.format('YYYY-MM-DD') : undefined })}
          />
        </>
      }
    >
      <Head asOf={asOf} />
      <div className={style.statCharts}>
        <TrendChart asOf={asOf} />
        <CollegeChart asOf={asOf} />
        <GradeChart asOf={asOf} />
      </div>
      <Sheet label={t('表格')} className={style.statTables}>
        <Tabs
          activeKey={params.get('tab') ?? 'cross'}
          onChange={tab => put({ tab: tab === 'cross' ? undefined : tab })}
          items={[
            { key: 'cross', label: t('交叉表'), children: <CrossTable asOf={asOf} /> },
            { key: 'flow', label: t('变动表'), children: <FlowTable key={asOf} asOf={asOf} /> },
            { key: 'completeness', label: t('信息完整度'), children: <CompletenessTable /> },
            { key: 'sizes', label: t('班额异常'), children: <SizesTable asOf={asOf} /> },
            { key: 'yearly', label: t('年度统计表'), children: <YearlyTable key={asOf} asOf={asOf} /> },
          ]}
        />
      </Sheet>
    </Page>
  )
}
const PRESETS = [
  ['今天', 0],
  ['一年前', 1],
  ['三年前', 3],
] as const

/** Summary of the day in one sentence and five figures. */
function Head({ asOf }: { asOf: string }) {
  const standing = useRead(statistics, { asOf, rows: 'status' })
  const years = useTrend(asOf)
  const before = years.data?.at(-2)?.enrolled ?? undefined
  return (
    <Loaded of={standing} lines={8}>
      {data => (
        <>
          <Sentence data={data} asOf={asOf} before={before} />
          <Corrections of={data.corrections} asOf={asOf} />
          <Figures standing={data} asOf={asOf} before={before} />
        </>
      )}
    </Loaded>
  )
}
function Sentence({ data, asOf, before }: { data: AnswerOf<typeof statistics>; asOf: string; before: number | undefined }) {
  const { enrolled, atSchool } = data.total
  const more = (enrolled ?? 0) - (before ?? 0)
  const change =
    before === undefined
      ? ''
      : more > 0
        ? t('，比去年同期多 **{{n}}** 人', { n: formatNumber(more) })
        : more < 0
          ? t('，比去年同期少 **{{n}}** 人', { n: formatNumber(-more) })
          : t('，与去年同期持平')
  const text = t('{{date}}在籍 **{{enrolled}}** 人，在校 **{{atSchool}}** 人{{change}}。', {
    date: formatDate(asOf),
    enrolled: formatNumber(enrolled ?? 0),
    atSchool: formatNumber(atSchool ?? 0),
    change,
  })
  return (
    <p className={style.statSentence}>
      <Emphasis text={text} />
    </p>
  )
}
