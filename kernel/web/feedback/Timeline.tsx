import type { Key, ReactNode } from 'react'
import style from './timeline.module.css'

export interface TimelineEvent {
  key: Key
  /** When, in words. */
  at: ReactNode
  /** The moment to the minute, as the title of `at`. */
  exact?: string
  what: ReactNode
  /** What more there is to it: a reason, changes, files. */
  more?: ReactNode
  /** Colour of its mark: `done`, `going`, `attention`, `refused`; of a day's plan `now` and `past`. */
  tone?: string | null | undefined
}
interface TimelineProps {
  label: string
  events: readonly TimelineEvent[]
  /** The times stand in a column of their own: the plan of a day, events of a month. */
  isPlan?: boolean
}
/** Events of a record along a line, in the order given. */
export const Timeline = ({ label, events, isPlan = false }: TimelineProps) => (
  <ol className={isPlan ? style.plan : style.record} aria-label={label}>
    {events.map(({ key, at, exact, what, more, tone }) => (
      <li key={key} data-tone={tone ?? undefined}>
        <time title={exact}>{at}</time>
        <div>{what}</div>
        {more ? <div className={style.more}>{more}</div> : null}
      </li>
    ))}
  </ol>
)
