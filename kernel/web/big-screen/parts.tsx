import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { schoolClock } from '#model/school-time.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/records/format.ts'
import { isStale, type Told } from './feed.ts'
import { useNow } from './useNow.ts'

interface TileProps {
  title: string
  note?: ReactNode
  /** The numbers it shows; without them it says so. */
  told?: Told<unknown> | undefined
  className?: string
  children?: ReactNode
}
/** One field of the wall: what it counts at the left, how at the right. Older than it may be, it says since when and is greyed (60-BS7). */
export function Tile({ title, note, told, className = '', children }: TileProps) {
  const now = useNow()
  const isOld = told !== undefined && isStale(told, now)
  return (
    <section className={`ql-wall-tile ${className}${isOld ? ' old' : ''}`} aria-label={title}>
      <h2>
        {title}
        {isOld ? <small className="ql-wall-note stale">{t('数据停在 {{time}}', { time: schoolClock(new Date(told.at)) })}</small> : null}
        {note && !isOld ? <small className="ql-wall-note">{note}</small> : null}
      </h2>
      {told ? <div className="ql-wall-body">{children}</div> : <Nobody text={t('暂时取不到')} />}
    </section>
  )
}
export type Mark = 'qing' | 'blue' | 'amber' | 'red' | 'ring' | 'half' | 'hollow' | 'grey'
/** A number that is read from across the room; opens its list where the reader may. */
export function Figure({ label, value, unit, mark, to, isMain }: { label: string; value: string; unit?: string; mark?: Mark; to?: string | undefined; isMain?: boolean }) {
  const number = (
    <span className={`ql-wall-number${isMain ? ' main' : ''}`}>
      {value}
      {unit ? <small>{unit}</small> : null}
    </span>
  )
  return (
    <div className="ql-wall-figure">
      <span className="ql-wall-label">
        {mark ? <i data-mark={mark} /> : null}
        {label}
      </span>
      {to ? <Link to={to}>{number}</Link> : number}
    </div>
  )
}
export interface BarLine {
  label: string
  /** Length; nothing where the number may not be shown. */
  part: number
  value: string
}
/** Ranked lines, each with its number beside it. */
export const RankedBars = ({ lines, className = '' }: { lines: readonly BarLine[]; className?: string }) => (
  <ul className={`ql-wall-bars ${className}`}>
    {lines.map(({ label, part, value }) => (
      <li key={label}>
        <span>{label}</span>
        <i>
          <em style={{ width: `${Math.min(1, Math.max(0, part)) * 100}%` }} />
        </i>
        <b>{value}</b>
      </li>
    ))}
  </ul>
)
export interface Piece {
  mark: Mark
  value: number
}
/** Parts of a whole as one strip; a part of nobody takes no room. */
export const Strip = ({ pieces }: { pieces: readonly Piece[] }) => (
  <div className="ql-wall-strip" aria-hidden="true">
    {pieces.map(({ mark, value }) => (value ? <i key={mark} data-mark={mark} style={{ flexGrow: value }} /> : null))}
  </div>
)
export const Nobody = ({ text }: { text: string }) => <p className="ql-wall-nobody">{text}</p>
/** 12,486; below the least number it may be known by "<5" only (60-BS4). */
export const countText = (count: number | null, least: number): string => (count === null ? `<${least}` : formatNumber(count))
export const peopleText = (n: number): string => t('{{n}} 人', { n: formatNumber(n) })
