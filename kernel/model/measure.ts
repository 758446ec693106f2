import type { Fields, Values } from './field.ts'

/** What a wall may tell of single people and rooms, each allowed by itself (60-BS4). */
export type Revealed = 'rooms' | 'names'
/** A measure of the big screens: values declared once, so that all screens showing them agree (60 §8). */
export interface Measure<O extends Fields = Fields> {
  /** `{module}.{name}`. */
  readonly code: string
  readonly title: string
  /** Definition shown to viewers. */
  readonly definition: string
  /** Refresh interval in seconds. */
  readonly refresh: number
  /** Readable by anybody while the school has switched screen keys off. */
  readonly isOpen: boolean
  /** What of it only some keys show: room numbers, masked names. */
  readonly reveals: Revealed | null
  readonly output: O
}
export type MeasureOf<M> = M extends Measure<infer O> ? Values<O> : never
interface MeasureOptions<O extends Fields> {
  definition: string
  refresh: number
  isOpen?: true
  reveals?: Revealed
  output: O
}
const LEAST_REFRESH = 5

/** Declares a measure; `computeMeasure` on the server supplies its values. */
export function measure<const O extends Fields>(code: `${string}.${string}`, title: string, { definition, refresh, isOpen, reveals, output }: MeasureOptions<O>): Measure<O> {
  if (refresh < LEAST_REFRESH) throw new Error(`measure ${code} would be counted every ${refresh} s; ${LEAST_REFRESH} s is the least`)
  return { code, title, definition, refresh, isOpen: isOpen ?? false, reveals: reveals ?? null, output }
}
/** Grid of a big screen: the sides are 6 columns wide each, the middle 12. */
export const [GRID_COLUMNS, GRID_ROWS] = [24, 12] as const
/** Place of a tile: column and row of its corner from 0, width and height. */
export type TilePlace = readonly [x: number, y: number, w: number, h: number]
/** A tile of a big screen, drawn by the component of this code in a module's `web/wallTiles.tsx`. */
export interface ScreenTile {
  readonly code: string
  readonly title: string
  /** What it reads. */
  readonly measures: readonly Measure[]
  /** Where it stands unless the school has laid the screen out itself. */
  readonly at: TilePlace
}
/** Declares the tile of a measure; of several tiles that one measure feeds each has a name. */
export const screenTile = (of: Measure, at: TilePlace, { name, title, beside = [] }: { name?: string; title?: string; beside?: readonly Measure[] } = {}): ScreenTile => ({
  code: name ? `${of.code}.${name}` : of.code,
  title: title ?? of.title,
  measures: [of, ...beside],
  at,
})
/** A big screen, the tiles it is made of and the measures it may read; its page is declared like any other. */
export interface BigScreen {
  readonly code: string
  readonly path: string
  readonly title: string
  /** Permission a session needs; a screen key implies it for the screens it was issued for. */
  readonly permission: string
  readonly tiles: readonly ScreenTile[]
  readonly measures: readonly Measure[]
}
