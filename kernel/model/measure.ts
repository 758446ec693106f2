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
/** A big screen and the measures it may read; its page is declared like any other. */
export interface BigScreen {
  readonly code: string
  readonly path: string
  readonly title: string
  /** Permission a session needs; a screen key implies it for the screens it was issued for. */
  readonly permission: string
  readonly measures: readonly Measure[]
}
