import { Button } from 'antd'
import { Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import { metresFrom, type Spot, spotAt } from '#model/geo.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatNumber } from '#web/values/format.ts'
import style from '../sign.module.css'

const WIDTH = 480
const HEIGHT = 300
const STEP = 50
const every = (most: number): number[] => Array.from({ length: Math.floor(most / STEP) }, (_, n) => (n + 1) * STEP)
const [ROWS, COLUMNS] = [every(HEIGHT - 1), every(WIDTH - 1)]
/** Width of the view in metres. */
const [NEAR, USUAL, FAR] = [50, 300, 20_000]
const ROOM = 1.6
interface View {
  origin: Spot
  wide: number
}
/** Initial view: all corners with a margin. */
function viewOf(points: readonly Spot[], near: Spot | undefined): View | undefined {
  const first = points[0] ?? near
  if (!first) return undefined
  const flat = points.map(p => metresFrom(first, p))
  const middle = (at: 0 | 1): number => (flat.length ? (Math.min(...flat.map(f => f[at])) + Math.max(...flat.map(f => f[at]))) / 2 : 0)
  const origin = spotAt(first, [middle(0), middle(1)])
  const reach = Math.max(0, ...points.map(p => Math.max(...metresFrom(origin, p).map(Math.abs))))
  return { origin, wide: Math.min(FAR, Math.max(USUAL, 2 * reach * ROOM * (WIDTH / HEIGHT))) }
}
interface Props {
  points: readonly Spot[]
  near: Spot | undefined
  onChange: (points: Spot[]) => void
}
/**
 * Polygon editor on a metric plan, north up: a click adds a corner, dragging moves it. No map tiles, so that no third party is contacted; the origin comes from the
 * text, a circle, or the own position.
 */
export function CornerPicker({ points, near, onChange }: Props) {
  const [view, setView] = useState<View>()
  const [dragged, setDragged] = useState<number>()
  const plan = useRef<SVGSVGElement>(null)
  const now = view ?? viewOf(points, near)
  if (!now) return <p className="ql-help">{t('先填一个角，或加上现在的位置，就可以在图上画其他的角。')}</p>
  const scale = WIDTH / now.wide
  const onPlan = (spot: Spot): readonly [number, number] => {
    const [east, north] = metresFrom(now.origin, spot)
    return [WIDTH / 2 + east * scale, HEIGHT / 2 - north * scale]
  }
  const spotOf = ({ clientX, clientY }: PointerEvent): Spot => {
    const box = plan.current?.getBoundingClientRect()
    const [x, y] = box ? [((clientX - box.left) / box.width) * WIDTH, ((clientY - box.top) / box.height) * HEIGHT] : [WIDTH / 2, HEIGHT / 2]
    return spotAt(now.origin, [(x - WIDTH / 2) / scale, (HEIGHT / 2 - y) / scale])
  }
  // the origin stays fixed until zooming
  const zoom = (by: number) => setView({ origin: now.origin, wide: Math.min(FAR, Math.max(NEAR, now.wide * by)) })
  const press = (event: PointerEvent) => {
    setView(now)
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = points.findIndex(p => isNear(onPlan(p), onPlan(spotOf(event))))
    setDragged(at < 0 ? points.length : at)
    if (at < 0) onChange([...points, spotOf(event)])
  }
  const move = (event: PointerEvent) => {
    if (dragged !== undefined) onChange(points.with(Math.min(dragged, points.length - 1), spotOf(event)))
  }
  const drawn = points.map(onPlan)
  return (
    <div className={style.corners}>
      <svg
        ref={plan}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('画出范围，已有 {{n}} 个角', { n: points.length })}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={() => setDragged(undefined)}
        onPointerCancel={() => setDragged(undefined)}
      >
        {ROWS.map(y => (
          <path key={y} className={style.grid} d={`M0 ${y}H${WIDTH}`} />
        ))}
        {COLUMNS.map(x => (
          <path key={x} className={style.grid} d={`M${x} 0V${HEIGHT}`} />
        ))}
        <polygon points={drawn.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
        {drawn.map(([x, y]) => (
          <circle key={`${x} ${y}`} className={style.corner} cx={x} cy={y} r={6} />
        ))}
      </svg>
      <Row className={style.tools}>
        <Button size="small" icon={<ZoomIn size={15} />} onClick={() => zoom(1 / 2)} aria-label={t('放大')} />
        <Button size="small" icon={<ZoomOut size={15} />} onClick={() => zoom(2)} aria-label={t('缩小')} />
        <Button size="small" icon={<Undo2 size={15} />} disabled={!points.length} onClick={() => onChange(points.slice(0, -1))}>
          {t('去掉最后一个角')}
        </Button>
        <span className="ql-quiet">{t('每格 {{n}} 米，上方为北', { n: formatNumber(Math.round(STEP / scale)) })}</span>
      </Row>
    </div>
  )
}
const TOUCH = 12
const isNear = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): boolean => Math.hypot(ax - bx, ay - by) < TOUCH
