import type { Fields, Values } from './field.ts'

/** Numbers that belong together on a wall, declared once: every screen that shows them reads the same (60 §8). */
export interface Measure<O extends Fields = Fields> {
  /** `{module}.{name}`. */
  readonly code: string
  readonly title: string
  /** What is counted, in a sentence that viewers read. */
  readonly definition: string
  /** Seconds after which it is counted again. */
  readonly refresh: number
  /** Answers everybody where the school has switched screen keys off. */
  readonly isOpen: boolean
  /** What it says depends on whether room numbers may be shown. */
  readonly hasRooms: boolean
  readonly output: O
}
export type MeasureOf<M> = M extends Measure<infer O> ? Values<O> : never
interface Given<O extends Fields> {
  definition: string
  refresh: number
  isOpen?: true
  hasRooms?: true
  output: O
}
const LEAST_REFRESH = 5

/** Declares a measure; its numbers come from `reckon` of the server. */
export function measure<const O extends Fields>(code: `${string}.${string}`, title: string, { definition, refresh, isOpen, hasRooms, output }: Given<O>): Measure<O> {
  if (refresh < LEAST_REFRESH) throw new Error(`measure ${code} would be counted every ${refresh} s; ${LEAST_REFRESH} s is the least`)
  return { code, title, definition, refresh, isOpen: isOpen ?? false, hasRooms: hasRooms ?? false, output }
}
/** A wall of measures. Its page is declared like every other; here stands what it may read. */
export interface BigScreen {
  readonly code: string
  readonly path: string
  readonly title: string
  /** What a session needs to see it; a screen key has it for the screens it was given. */
  readonly permission: string
  readonly measures: readonly Measure[]
}
