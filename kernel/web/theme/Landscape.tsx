import { useDeferredValue, useId, useMemo } from 'react'
import style from './landscape.module.css'

/** One mountain: a bell curve with shoulders, in units of the 1440×900 canvas. */
interface Hill {
  x: number
  top: number
  wide: number
  /** Secondary peaks: offset, height as a share of the main one, width. */
  shoulders?: ReadonlyArray<readonly [number, number, number]>
}
interface Range {
  base: number
  hills: readonly Hill[]
  /** Number of white contour lines. */
  lines: number
}
/** From the farthest to the nearest. */
const RANGES: readonly Range[] = [
  {
    base: 690,
    lines: 0,
    hills: [
      { x: 22, top: 532, wide: 54 },
      { x: 150, top: 460, wide: 128 },
      { x: 520, top: 390, wide: 132, shoulders: [[120, 0.52, 44]] },
      { x: 850, top: 510, wide: 118 },
      { x: 1180, top: 560, wide: 170 },
    ],
  },
  {
    base: 760,
    lines: 2,
    hills: [
      { x: 330, top: 440, wide: 104, shoulders: [[-150, 0.34, 34]] },
      { x: 690, top: 532, wide: 96 },
      { x: 820, top: 597, wide: 58 },
      { x: 1010, top: 640, wide: 130 },
    ],
  },
  {
    base: 830,
    lines: 3,
    hills: [
      { x: 60, top: 546, wide: 88 },
      { x: 412, top: 597, wide: 60, shoulders: [[46, 0.7, 30]] },
      { x: 520, top: 487, wide: 80 },
      { x: 820, top: 666, wide: 92, shoulders: [[-92, 0.58, 36]] },
    ],
  },
  {
    base: 900,
    lines: 4,
    hills: [
      {
        x: 250,
        top: 546,
        wide: 76,
        shoulders: [
          [-100, 0.6, 36],
          [104, 0.36, 42],
        ],
      },
      {
        x: 660,
        top: 716,
        wide: 104,
        shoulders: [
          [-112, 0.69, 38],
          [140, 0.42, 52],
        ],
      },
    ],
  },
  {
    base: 980,
    lines: 4,
    hills: [
      { x: 0, top: 705, wide: 92, shoulders: [[112, 0.48, 36]] },
      {
        x: 449,
        top: 766,
        wide: 104,
        shoulders: [
          [-124, 0.5, 44],
          [124, 0.56, 40],
        ],
      },
      { x: 770, top: 866, wide: 84, shoulders: [[86, 0.78, 30]] },
    ],
  },
]
const STEP = 6
const SOFT = 6

/** Outline of a hill; `scale` below 1 gives inner contour lines. Points are joined by curves through their midpoints. */
function outline(hill: Hill, base: number, scale = 1): string {
  const high = (base - hill.top) * scale
  const bells = [[0, 1, hill.wide] as const, ...(hill.shoulders ?? [])]
  const reach = hill.wide * 2.6 * scale
  let path = ''
  let last = ''
  for (let x = -reach; x <= reach; x += STEP) {
    // Soft maximum, so that shoulders blend into the slope.
    const y = bells.reduce((sum, [at, share, wide]) => sum + (share * Math.exp(-(((x / scale - at) / wide) ** 2))) ** SOFT, 0) ** (1 / SOFT)
    const [px, py] = [hill.x + x, base - high * y]
    path += last ? `Q${last} ${((px + Number(last.split(' ')[0])) / 2).toFixed(1)} ${((py + Number(last.split(' ')[1])) / 2).toFixed(1)}` : `M${px.toFixed(1)} ${py.toFixed(1)}`
    last = `${px.toFixed(1)} ${py.toFixed(1)}`
  }
  return path
}

/** Background of sign-in and phone headers: hills in mist, contour lines, a pale sun. Decoration only, so the hills are computed after everything else has been drawn. */
export function Landscape({ className, sun = true }: { className?: string | undefined; sun?: boolean }) {
  const id = useId()
  const hasHills = useDeferredValue(true, false)
  return (
    <svg className={`${style.scroll} ${className ?? ''}`} viewBox="0 0 1440 900" preserveAspectRatio="xMinYMax slice" aria-hidden="true">
      <defs>
        {RANGES.map((_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ranges are constant
          <linearGradient key={i} id={`${id}${i}`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" style={{ stopColor: `var(--t${i})` }} />
            <stop offset=".34" style={{ stopColor: `var(--m${i})` }} />
            <stop offset=".66" style={{ stopColor: `var(--l${i})` }} />
            <stop offset="1" className={style.foot} />
          </linearGradient>
        ))}
        <linearGradient id={`${id}mist`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={style.clear} />
          <stop offset=".8" className={style.mist} />
          <stop offset="1" className={style.clear} />
        </linearGradient>
      </defs>
      {sun && <circle cx="716" cy="286" r="46" className={style.sun} />}
      {sun && (
        <path
          className={style.birds}
          d="M432 180q4-4 6.500 0q2.600-4 6.500 0M468 166q3-3 5 0q2-3 5 0M497 189q2.700-2.700 4.500 0q1.800-2.700 4.500 0M518 160q2.400-2.400 4 0q1.600-2.400 4 0"
        />
      )}
      {hasHills ? <Hills id={id} /> : null}
    </svg>
  )
}
function Hills({ id }: { id: string }) {
  const ranges = useMemo(
    () => RANGES.map(range => ({ ...range, paths: range.hills.map(hill => ({ x: hill.x, body: outline(hill, range.base), contours: contoursOf(hill, range) })) })),
    [],
  )
  return ranges.map((range, i) => (
    <g key={range.base}>
      {range.paths.map(hill => (
        <g key={hill.x}>
          <path d={`${hill.body}Z`} fill={`url(#${id}${i})`} />
          {hill.contours.map((line, n) => (
            <path key={line} d={line} className={style.contour} strokeOpacity={0.36 - n * 0.08} />
          ))}
          {i > 1 && <path d={hill.body} className={style.gold} />}
        </g>
      ))}
      {i < 4 && <rect x="0" y={range.base - 150} width="1440" height="200" fill={`url(#${id}mist)`} />}
    </g>
  ))
}
const contoursOf = (hill: Hill, range: Range): string[] => Array.from({ length: range.lines }, (_, n) => outline(hill, range.base, 0.86 - n * 0.16))
