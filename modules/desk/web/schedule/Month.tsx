import { schoolClock, schoolDate } from '#model/school-time.ts'
import { mondayOf, WEEKDAYS } from '#model/week.ts'
import { addDays, eachDay } from '#modules/campus/model/days.ts'
import { t } from '#web/i18n/index.ts'
import style from './schedule.module.css'
import type { Entry } from './Today.tsx'

const MOST = 3
export const monthSpan = (date: string): { from: string; to: string } => {
  const from = mondayOf(`${date.slice(0, 7)}-01`)
  return { from, to: addDays(from, 41) }
}
export const isOnDay = (entry: Entry, date: string): boolean => schoolDate(entry.begin) <= date && schoolDate(entry.end) >= date

/** Six weeks around a month; a day with more entries says so. */
export function Month({
  date,
  today,
  entries,
  onDay,
  onEntry,
}: {
  date: string
  today: string
  entries: readonly Entry[]
  onDay: (date: string) => void
  onEntry: (entry: Entry) => void
}) {
  const { from } = monthSpan(date)
  const weeks = Array.from({ length: 6 }, (_, week) => eachDay(addDays(from, week * 7), addDays(from, week * 7 + 6)))
  return (
    <table className={style.month} aria-label={t('月历')}>
      <thead>
        <tr>
          {WEEKDAYS.map(name => (
            <th key={name} scope="col">
              {t(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(days => (
          <tr key={days[0]}>
            {days.map(day => {
              const mine = entries.filter(entry => isOnDay(entry, day))
              const className = [day === today ? style.today : '', day.slice(0, 7) === date.slice(0, 7) ? '' : style.outside].join(' ').trim()
              return (
                <td key={day} className={className || undefined}>
                  <button type="button" className={style.day} onClick={() => onDay(day)} aria-label={t('{{day}} 日，{{n}} 项', { day: Number(day.slice(8)), n: mine.length })}>
                    {Number(day.slice(8))}
                  </button>
                  {mine.slice(0, MOST).map(entry => (
                    <EntryChip key={entry.id} entry={entry} onOpen={() => onEntry(entry)} />
                  ))}
                  {mine.length > MOST ? (
                    <button type="button" className={style.rest} onClick={() => onDay(day)}>
                      {t('还有 {{n}} 项', { n: mine.length - MOST })}
                    </button>
                  ) : null}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
export const EntryChip = ({ entry, onOpen }: { entry: Entry; onOpen: () => void }) => (
  <button type="button" className={style.chip} data-source={entry.source} onClick={onOpen} title={entry.title}>
    {entry.allDay ? null : <time>{schoolClock(entry.begin)}</time>}
    <span>{entry.title}</span>
  </button>
)
