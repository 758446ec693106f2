import { useEffect, useState } from 'react'
import type { OutputOf } from '#model'
import { schoolClock, schoolDate } from '#model/school-time.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { scheduleRange } from '../../model/schedule.ts'

export type Entry = OutputOf<typeof scheduleRange>
/** The current time, re-rendered every minute. */
export function useNow(everyMs = 60_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Today's entries as a timeline: past ones dimmed, the next one marked. */
export function Today({ sources, nothing }: { sources: string; nothing: string }) {
  const day = schoolDate(Date.now())
  const now = useNow()
  const read = useRead(scheduleRange, { from: day, to: day, sources })
  const { data } = read
  if (!data) return <Loading of={read} lines={4} />
  if (!data.length) return <p className="desk-quiet">{nothing}</p>
  const next = data.find(e => !e.allDay && Date.parse(e.end) > now)
  return (
    <ol className="ql-line desk-line">
      {data.map(e => (
        <li key={e.id} className={e === next ? 'desk-on' : Date.parse(e.end) <= now && !e.allDay ? 'desk-over' : undefined}>
          <time>{e.allDay ? t('全天') : schoolClock(e.begin)}</time>
          <span>
            <b>{e.title}</b>
            <small>{[e.place, e.note].filter(Boolean).join(t('，'))}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}
