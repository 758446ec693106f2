import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { YEARLY_FIGURES, type YearlyFigure, yearlySheet, yearlyShown } from '../../model/statistics.ts'
import { Count } from './Count.tsx'
import { ExportTable } from './ExportTable.tsx'
import { yearBefore } from './labels.ts'
import type { Ask } from './people.ts'
import style from './statistics.module.css'

type Sheet = AnswerOf<typeof yearlySheet>
type Line = Sheet['rows'][number]

/** Figures of the yearly education statistics by major. */
export function YearlyTable({ asOf }: { asOf: string }) {
  const [year, setYear] = useState(Number(asOf.slice(0, 4)) - (asOf.slice(5) < '09-01' ? 1 : 0))
  const read = useRead(yearlySheet, { year })
  return (
    <>
      <div className={style.statChoose}>
        <DatePicker picker="year" value={dayjs(`${year}-01-01`)} allowClear={false} maxDate={dayjs()} aria-label={t('年份')} onChange={y => y && setYear(y.year())} />
        {read.data?.asOf ? <span className="ql-quiet">{t('截至{{date}}，毕业和招生为此前一年', { date: formatDate(read.data.asOf) })}</span> : null}
        <ExportTable table="yearly" query={{ year }} />
      </div>
      <Loaded of={read} lines={8} empty={data => (data.rows.length ? undefined : t('这一年没有在籍学生'))}>
        {data => <Yearly data={data} />}
      </Loaded>
    </>
  )
}
/** List behind a figure: students on the day, or the year's movements. */
function askOf(name: YearlyFigure, asOf: string, major: string): Ask | undefined {
  if (name === 'enrolled') return { asOf, major }
  if (name === 'female') return { asOf, major, gender: '2' }
  if (name === 'entrants') return { asOf, since: yearBefore(asOf), movement: 'joined', major }
  return name === 'graduates' ? { asOf, since: yearBefore(asOf), movement: 'graduated', major } : undefined
}
function Yearly({ data }: { data: Sheet }) {
  const { rows } = data
  const sum = (name: YearlyFigure): number => rows.reduce((n, r) => n + (r[name] ?? 0), 0)
  const shown = yearlyShown(rows)
  return (
    <PlainTable
      isLong
      label={t('年度统计表')}
      rows={rows}
      keyOf={r => r.majorId ?? ''}
      columns={[
        [t('专业'), r => r.majorName ?? '—', { isHead: true, foot: t('合计') }],
        [t('国标代码'), r => r.nationalCode ?? '—'],
        [t('培养层次'), r => (r.level ? t(r.level) : '—')],
        [t('学制'), r => r.duration ?? '—'],
        ...shown.map(
          name =>
            [
              t(YEARLY_FIGURES[name]),
              (r: Line) => <Count n={r[name]} title={`${r.majorName ?? ''} ${t(YEARLY_FIGURES[name])}`} ask={askOf(name, data.asOf ?? '', r.majorId ?? '')} />,
              { key: name, foot: <Count n={sum(name)} title={t(YEARLY_FIGURES[name])} /> },
            ] as const,
        ),
      ]}
    />
  )
}
