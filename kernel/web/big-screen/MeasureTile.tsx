import type { ReactNode } from 'react'
import type { Measure, MeasureOf } from '#model'
import { t } from '#web/i18n/index.ts'
import { measuredOf } from './feed.ts'
import { Tile } from './parts.tsx'
import type { Shown } from './Wall.tsx'

interface Props<M extends Measure> {
  feed: Shown
  of: M
  /** Defaults to the measure's own title. */
  title?: string | undefined
  note?: (data: MeasureOf<M>) => ReactNode
  className?: string | undefined
  children: (data: MeasureOf<M>) => ReactNode
}
/** Tile of one measure. */
export function MeasureTile<M extends Measure>({ feed, of, title, note, className, children }: Props<M>) {
  const measured = measuredOf(feed.measured, of)
  return (
    <Tile title={title ?? t(of.title)} measured={measured} note={measured && note?.(measured.data)} {...(className ? { className } : {})}>
      {measured ? children(measured.data) : null}
    </Tile>
  )
}
/** 60-BS9: address of the list behind a number, for signed-in users with permission to list it. */
export const listOf = ({ head }: Shown, permission: string, path: string): string | undefined => (head.by === 'person' && head.lists.includes(permission) ? path : undefined)
