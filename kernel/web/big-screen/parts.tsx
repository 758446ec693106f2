import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { schoolClock } from '#model/school-time.ts'
import { useNow } from '#web/feedback/useNow.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { isStale, type Measured } from './feed.ts'
import { Replayed } from './useMoment.ts'

/** What the school calls a tile that it has placed itself. */
export const GivenTitle = createContext<string | undefined>(undefined)

interface TileProps {
  title: string
  note?: ReactNode
  /** Values to show; without them the tile shows a placeholder. */
  measured?: Measured<unknown> | undefined
  className?: string | undefined
  children?: ReactNode
}
/** Tile: title at the left, note at the right. Stale values are greyed and show their time (60-BS7). */
export function Tile({ title: own, note, measured, className = '', children }: TileProps) {
  const title = useContext(GivenTitle) ?? own
  const now = useNow()
  const isOld = useContext(Replayed) === undefined && measured !== undefined && isStale(measured, now)
  return (
    <section className={`ql-wall-tile ${className}${isOld ? ' old' : ''}`} aria-label={title} data-since={measured?.since}>
      <h2>
        {title}
        {isOld ? <small className="ql-wall-note stale">{t('数据停在 {{time}}', { time: schoolClock(new Date(measured.at)) })}</small> : null}
        {note && !isOld ? <small className="ql-wall-note">{note}</small> : null}
      </h2>
      {measured ? <div className="ql-wall-body">{children}</div> : <Nobody text={t('暂时取不到')} />}
    </section>
  )
}
export type Mark = 'qing' | 'blue' | 'amber' | 'red' | 'ring' | 'half' | 'hollow' | 'grey'
/** Large number; links to its list if the reader may open it. */
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
  /** Bar length; 0 if the number may not be shown. */
  part: number
  value: string
}
/** Ranked bars, each with its number. */
export const RankedBars = ({ lines, className = '' }: { lines: readonly BarLine[]; className?: string | undefined }) => (
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
/** Stacked strip of shares; empty pieces take no room. */
export const Strip = ({ pieces }: { pieces: readonly Piece[] }) => (
  <div className="ql-wall-strip" aria-hidden="true">
    {pieces.map(({ mark, value }) => (value ? <i key={mark} data-mark={mark} style={{ flexGrow: value }} /> : null))}
  </div>
)
export const Nobody = ({ text }: { text: string }) => <p className="ql-wall-nobody">{text}</p>
/** 12,486; counts below the minimum group size are shown as "<5" only (60-BS4). */
export const countText = (count: number | null, least: number): string => (count === null ? `<${least}` : formatNumber(count))
export const peopleText = (n: number): string => t('{{n}} 人', { n: formatNumber(n) })
