import type { OutputOf } from '#model'
import { schoolClock, schoolDate } from '#model/school-time.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { useNow } from '#web/feedback/useNow.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { scheduleRange } from '../../model/schedule.ts'
import style from '../desk.module.css'

export const MINUTE_MS = 60_000
export type Entry = OutputOf<typeof scheduleRange>
/** Today's entries as a timeline: past ones dimmed, the next one marked. */
export function Today({ sources, nothing }: { sources: string; nothing: string }) {
  const day = schoolDate(Date.now())
  const now = useNow(MINUTE_MS)
  const read = useRead(scheduleRange, { from: day, to: day, sources })
  const { data } = read
  if (!data) return <Loading of={read} lines={4} />
  if (!data.length) return <p className={style.quiet}>{nothing}</p>
  const next = data.find(e => !e.allDay && Date.parse(e.end) > now)
  return (
    <Timeline
      label={t('今天的安排')}
      isPlan
      events={data.map(e => ({
        key: e.id,
        at: e.allDay ? t('全天') : schoolDate(e.begin) < day ? t('至 {{time}}', { time: schoolClock(e.end) }) : schoolClock(e.begin),
        tone: e === next ? 'now' : Date.parse(e.end) <= now && !e.allDay ? 'past' : null,
        what: (
          <>
            {e.title}
            <small>{[e.place, e.note].filter(Boolean).join(t('，'))}</small>
          </>
        ),
      }))}
    />
  )
}
