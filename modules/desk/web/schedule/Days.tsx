import { schoolClock, schoolDate } from '#model/school-time.ts'
import { WEEKDAYS } from '#model/week.ts'
import { weekdayOf } from '#modules/campus/model/days.ts'
import { useNow } from '#web/feedback/useNow.ts'
import { t } from '#web/i18n/index.ts'
import { minutesOf } from '../../model/time.ts'
import { lanesOf } from './lanes.ts'
import { EntryChip, isOnDay } from './Month.tsx'
import style from './schedule.module.css'
import { type Entry, MINUTE_MS } from './Today.tsx'

const HOUR = 48
/** Hours shown even when empty. */
const USUAL = { from: 7, to: 21 }

/** Day or week view with hours downwards; all-day entries and due times on top. */
export function Days({
  days,
  today,
  entries,
  onEntry,
  onAdd,
}: {
  days: readonly string[]
  today: string
  entries: readonly Entry[]
  onEntry: (entry: Entry) => void
  onAdd: (date: string, clock: string) => void
}) {
  const isAbove = (e: Entry): boolean => e.allDay || e.source === 'todo'
  const timed = entries.filter(e => !isAbove(e))
  const from = Math.min(USUAL.from, ...timed.map(e => Math.floor(minutesOf(schoolClock(e.begin)) / 60)))
  const to = Math.max(USUAL.to, ...timed.map(e => Math.ceil(minutesOf(schoolClock(e.end)) / 60)))
  const hours = Array.from({ length: to - from }, (_, i) => from + i)
  const now = useNow(MINUTE_MS)
  const nowAt = minutesOf(schoolClock(new Date(now).toISOString()))
  return (
    <div className={style.days} style={{ gridTemplateColumns: `48px repeat(${days.length}, minmax(${days.length > 1 ? 92 : 0}px, 1fr))` }}>
      <span className={style.daysCorner} />
      {days.map(day => (
        <div key={day} className={day === today ? `${style.daysHead} ${style.today}` : style.daysHead}>
          <small>{t(WEEKDAYS[weekdayOf(day) - 1] ?? '')}</small>
          <b>{Number(day.slice(8))}</b>
          {entries
            .filter(e => isAbove(e) && isOnDay(e, day))
            .map(e => (
              <EntryChip key={e.id} entry={e} onOpen={() => onEntry(e)} />
            ))}
        </div>
      ))}
      <div className={style.hours} aria-hidden="true">
        {hours.map(hour => (
          <span key={hour} style={{ height: HOUR }}>
            {`${String(hour).padStart(2, '0')}:00`}
          </span>
        ))}
      </div>
      {days.map(day => (
        <div key={day} className={style.column} style={{ height: hours.length * HOUR }}>
          {hours.map(hour => (
            <button
              key={hour}
              type="button"
              className={style.slot}
              style={{ top: (hour - from) * HOUR, height: HOUR }}
              aria-label={t('{{day}} {{hour}} 点新增日程', { day, hour })}
              onClick={() => onAdd(day, `${String(hour).padStart(2, '0')}:00`)}
            />
          ))}
          {day === today && nowAt >= from * 60 && nowAt <= to * 60 ? <i className={style.now} style={{ top: ((nowAt - from * 60) * HOUR) / 60 }} /> : null}
          {lanesOf(
            timed.filter(e => isOnDay(e, day)),
            e => ({ begin: schoolDate(e.begin) === day ? schoolClock(e.begin) : '00:00', end: schoolDate(e.end) === day ? schoolClock(e.end) : '23:59' }),
          ).map(({ entry, from: begin, to: end, lane, lanes }) => (
            <button
              key={entry.id}
              type="button"
              className={style.block}
              data-source={entry.source}
              style={{
                top: ((begin - from * 60) * HOUR) / 60,
                height: Math.max(22, ((end - begin) * HOUR) / 60 - 2),
                left: `${(lane * 100) / lanes}%`,
                width: `calc(${100 / lanes}% - 3px)`,
              }}
              onClick={() => onEntry(entry)}
            >
              <b>{entry.title}</b>
              <small>{[`${schoolClock(entry.begin)}–${schoolClock(entry.end)}`, entry.place].filter(Boolean).join(' ')}</small>
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
