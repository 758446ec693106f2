import type { MeasureOf } from '#model'
import { percentOf } from '#model/percent.ts'
import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { Figure, Nobody } from '#web/big-screen/parts.tsx'
import { useWidth } from '#web/big-screen/useWidth.ts'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { screenBeds, screenDorms } from '../model/measures.ts'

type Beds = MeasureOf<typeof screenBeds>
type Dorm = NonNullable<MeasureOf<typeof screenDorms>['dorms'][number]>
const LIST = (kind: string): string => `/dormitory/statistics?list=${kind}`
/** Beds per square, by size of the school. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500] as const
const MOST_SQUARES = 320
const perSquare = (beds: number): number => STEPS.find(n => beds / n <= MOST_SQUARES) ?? Math.ceil(beds / MOST_SQUARES)

export function BedsTile({ feed }: { feed: Shown }) {
  const list = (kind: string) => (feed.head.by === 'person' ? LIST(kind) : undefined)
  return (
    <MeasureTile feed={feed} of={screenBeds} className="beds" note={d => t('每格 {{n}} 张床', { n: perSquare(d.beds) })}>
      {d => (
        <>
          <div className="dorm-wall-heads">
            <Figure isMain label={t('入住率')} value={`${percentOf(d.occupied, d.beds) ?? '—'}`} unit="%" to={list('all')} />
            <Figure mark="qing" label={t('已住')} value={formatNumber(d.occupied)} to={list('occupied')} />
            <Figure mark="half" label={t('已预留')} value={formatNumber(d.reserved)} to={list('reserved')} />
            <Figure mark="hollow" label={t('空床')} value={formatNumber(d.free)} to={list('free')} />
            <Figure mark="grey" label={t('锁定')} value={formatNumber(d.locked)} to={list('locked')} />
          </div>
          <Squares beds={d} />
        </>
      )}
    </MeasureTile>
  )
}
const HIGH = 236
const GAP = 6
/** One square per number of beds: occupied, reserved, free, locked. Distinguished by shape as well as colour. */
function Squares({ beds }: { beds: Beds }) {
  const [ref, width] = useWidth<HTMLDivElement>(824)
  const per = perSquare(beds.beds)
  const kinds = (['occupied', 'reserved', 'free', 'locked'] as const).flatMap(kind => Array<string>(Math.round(beds[kind] / per)).fill(kind))
  const rows = Math.max(1, Math.round(Math.sqrt((kinds.length * HIGH * 1.35) / width)))
  const columns = Math.max(1, Math.ceil(kinds.length / rows))
  const [stepX, stepY] = [width / columns, HIGH / rows]
  const [wide, high] = [Math.max(2, stepX - GAP), Math.max(2, stepY - GAP)]
  return (
    <div ref={ref}>
      <svg className="dorm-wall-squares" width={width} height={HIGH} role="img" aria-label={t('{{beds}} 张床，已住 {{occupied}} 张', { beds: beds.beds, occupied: beds.occupied })}>
        {kinds.map((kind, i) => {
          const [x, y] = [Math.floor(i / rows) * stepX + 1, (i % rows) * stepY + 1]
          // biome-ignore lint/suspicious/noArrayIndexKey: a square is nothing but its place
          return <Square key={i} kind={kind} x={x} y={y} wide={wide} high={high} />
        })}
      </svg>
    </div>
  )
}
interface SquareProps {
  kind: string
  x: number
  y: number
  wide: number
  high: number
}
const Square = ({ kind, x, y, wide, high }: SquareProps) => (
  <>
    <rect data-kind={kind} x={x} y={y} width={wide} height={high} rx={3} />
    {kind === 'reserved' ? <rect data-kind="filled" x={x} y={y} width={wide / 2} height={high} rx={3} /> : null}
  </>
)
const COLUMNS = 10
const MOST_DORMS = 40
/** Up to this many fit in one row and are drawn larger. */
const FEW = 8
const DARK = [28, 63, 115] as const
const BRIGHT = [86, 207, 188] as const
/** Colour by occupancy; no distinction below half. */
function shadeOf(percent: number): { background: string; color: string } {
  const part = Math.min(1, Math.max(0, (percent - 50) / 50))
  const mixed = DARK.map((low, i) => Math.round(low + ((BRIGHT[i] ?? low) - low) * part))
  return { background: `rgb(${mixed.join(',')})`, color: part > 0.55 ? '#031a24' : '#ffffff' }
}
function rest(dorms: readonly Dorm[]): Dorm {
  const sum = (of: 'beds' | 'occupied') => dorms.reduce((total, d) => total + d[of], 0)
  return { id: 'rest', name: t('其他 {{n}} 栋', { n: dorms.length }), campus: '', beds: sum('beds'), occupied: sum('occupied') }
}
export function DormsTile({ feed }: { feed: Shown }) {
  const dormLink = (id: string) => (id === 'rest' ? undefined : listOf(feed, 'dormitory:dormRoom:list', `/dormitory/map?dormId=${id}`))
  return (
    <MeasureTile feed={feed} of={screenDorms} note={() => t('颜色越亮住得越满')}>
      {d => {
        const all = d.dorms
        if (!all.length) return <Nobody text={t('还没有宿舍楼')} />
        const dorms = all.length > MOST_DORMS ? [...all.slice(0, MOST_DORMS - 1), rest(all.slice(MOST_DORMS - 1))] : all
        const columns = Math.min(COLUMNS, Math.ceil(dorms.length / Math.ceil(dorms.length / COLUMNS)))
        return (
          <div className={`dorm-wall-dorms${dorms.length > FEW ? '' : ' few'}`} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
            {dorms.map(dorm => (
              <Dorm key={dorm.id} dorm={dorm} to={dormLink(dorm.id)} />
            ))}
          </div>
        )
      }}
    </MeasureTile>
  )
}
function Dorm({ dorm, to }: { dorm: Dorm; to: string | undefined }) {
  const percent = percentOf(dorm.occupied, dorm.beds)
  const inside = (
    <>
      <span>{dorm.name}</span>
      <b>{percent === null ? '—' : `${Math.round(percent)}%`}</b>
    </>
  )
  return to ? (
    <a href={to} style={shadeOf(percent ?? 0)} data-dorm={dorm.id}>
      {inside}
    </a>
  ) : (
    <div style={shadeOf(percent ?? 0)} data-dorm={dorm.id}>
      {inside}
    </div>
  )
}
