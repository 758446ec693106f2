import { useMemo } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { WEEKDAYS } from '#model/week.ts'
import { language, t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { DAY_TYPES } from '../model/calendar.ts'
import { addDays, monthOf, weekdayOf } from '../model/days.ts'
import style from './campus.module.css'

/** 一 二 三 …, in English Mo Tu We … */
const shortDay = (day: string): string => (language() === 'en' ? t(day).slice(0, 2) : t(day).slice(-1))

export interface CalendarCell {
  date: string
  weekNo: number | null
  dayType: string
  asWeekday: number | null
  name: string | null
}
/** Weeks of a month as rows of seven, padded with null. */
export function weeksOfMonth(month: string): Array<Array<string | null>> {
  const first = `${month}-01`
  const start = addDays(first, 1 - weekdayOf(first))
  const rows = Array.from({ length: 6 }, (_, w) => Array.from({ length: 7 }, (_, d) => addDays(start, w * 7 + d)).map(date => (monthOf(date) === month ? date : null)))
  return rows.filter(row => row.some(Boolean))
}
/** A day in words, for screen readers and the tooltip. */
export const dayText = (cell: CalendarCell): string =>
  [
    cell.date,
    cell.name,
    t(DAY_TYPES[cell.dayType as keyof typeof DAY_TYPES] ?? ''),
    cell.weekNo ? t('第 {{n}} 周', { n: cell.weekNo }) : null,
    cell.asWeekday ? t('按{{day}}上课', { day: t(WEEKDAYS[cell.asWeekday - 1] ?? '') }) : null,
  ]
    .filter(Boolean)
    .join(' ')

interface MonthProps {
  month: string
  days: ReadonlyMap<string, CalendarCell>
  chosen?: ReadonlySet<string>
  /** Makes days selectable; without it the month is read-only. */
  onChoose?: ((date: string) => void) | undefined
  /** Shows holiday names below the number, where there is room. */
  showNames?: boolean
}
export function Month({ month, days, chosen, onChoose, showNames }: MonthProps) {
  const today = schoolDate(Date.now())
  const cell = (date: string) => {
    const day = days.get(date)
    const look = { className: classes(style.day, date === today && style.today, chosen?.has(date) && style.chosen), 'data-day': day?.dayType }
    const content = (
      <>
        {Number(date.slice(8))}
        {showNames && day?.name ? <small>{day.name}</small> : null}
      </>
    )
    const words = day ? dayText(day) : date
    return onChoose && day ? (
      <button type="button" {...look} title={words} aria-label={words} aria-pressed={chosen?.has(date) === true} onClick={() => onChoose(date)}>
        {content}
      </button>
    ) : (
      <span {...look} title={words}>
        {content}
      </span>
    )
  }
  return (
    <section className={style.month}>
      <h3>{t('{{year}}年{{month}}月', { year: month.slice(0, 4), month: Number(month.slice(5)) })}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('周次')}</th>
            {WEEKDAYS.map(d => (
              <th key={d} scope="col">
                {shortDay(d)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(month).map(row => {
            const week = row.map(date => (date ? days.get(date)?.weekNo : null)).find(n => n)
            return (
              <tr key={row.join()}>
                <td className={style.week}>{week ?? ''}</td>
                {row.map((date, at) => (
                  <td key={date ?? at}>{date ? cell(date) : null}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
export const useDayMap = (days: ReadonlyArray<CalendarCell> | undefined): ReadonlyMap<string, CalendarCell> => useMemo(() => new Map((days ?? []).map(d => [d.date, d])), [days])

export const Legend = () => (
  <div className={style.legend}>
    {Object.entries(DAY_TYPES).map(([key, label]) => (
      <span key={key}>
        <i data-day={key} />
        {t(label)}
      </span>
    ))}
  </div>
)
