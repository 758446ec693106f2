import { type Fence, metresFrom, plain, type Spot } from '#model/geo.ts'
import { t } from '#web/i18n/index.ts'
import type { Position } from '#web/position/position.ts'
import style from '../sign.module.css'

const WIDTH = 320
const HEIGHT = 180
const EDGE = 16
interface Drawn {
  x: number
  y: number
}
/** Fences and own position on a plan without tiles, so that no third party is contacted. */
export function FenceMap({ fences, position }: { fences: readonly Fence[]; position: Position | undefined }) {
  const origin = firstSpot(fences)
  if (!origin) return null
  const flat = (spot: Spot): Drawn => {
    const [x, y] = metresFrom(origin, spot)
    return { x, y: -y }
  }
  const shapes = fences.map(fence =>
    fence.kind === 'circle'
      ? { ...flat(plain(fence, fence.system)), radius: fence.radius, corners: [] as Drawn[] }
      : { x: 0, y: 0, radius: 0, corners: fence.points.map(p => flat(plain(p, fence.system))) },
  )
  const own = position && { ...flat(position), radius: Math.max(1, position.accuracy) }
  const reach = [...shapes.flatMap(s => (s.corners.length ? s.corners : around(s))), ...(own ? around(own) : [])]
  const view = viewOf(reach)
  return (
    <svg className={style.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={own ? t('签到范围和你的位置') : t('签到范围')}>
      {shapes.map((s, n) =>
        s.corners.length ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: fences have no name but their place
          <polygon key={n} points={s.corners.map(c => `${view.x(c)},${view.y(c)}`).join(' ')} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          <circle key={n} cx={view.x(s)} cy={view.y(s)} r={s.radius * view.scale} />
        ),
      )}
      {own ? <circle className={style.about} cx={view.x(own)} cy={view.y(own)} r={own.radius * view.scale} /> : null}
      {own ? <circle className={style.me} cx={view.x(own)} cy={view.y(own)} r={5} /> : null}
    </svg>
  )
}
function firstSpot([first]: readonly Fence[]): Spot | undefined {
  if (!first) return undefined
  const spot = first.kind === 'circle' ? first : first.points[0]
  return spot && plain(spot, first.system)
}
const around = ({ x, y, radius }: Drawn & { radius: number }): Drawn[] => [
  { x: x - radius, y: y - radius },
  { x: x + radius, y: y + radius },
]
function viewOf(points: readonly Drawn[]) {
  const [xs, ys] = [points.map(p => p.x), points.map(p => p.y)]
  const [left, top, wide, high] = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
  const scale = Math.min((WIDTH - 2 * EDGE) / Math.max(1, wide), (HEIGHT - 2 * EDGE) / Math.max(1, high))
  return {
    scale,
    x: (p: Drawn) => Math.round((WIDTH / 2 + (p.x - left - wide / 2) * scale) * 10) / 10,
    y: (p: Drawn) => Math.round((HEIGHT / 2 + (p.y - top - high / 2) * scale) * 10) / 10,
  }
}
