/** Receives the statements of a slow round trip as prepared, without parameter values. */
type Tell = (statements: readonly string[], ms: number) => void
const MOST_TEXT = 2000
let limitMs = Number.POSITIVE_INFINITY
let tell: Tell = () => {}

/** Reports round trips of `ms` milliseconds or more; 0 switches it off. */
export function reportSlowQueries(ms: number, to: Tell): void {
  limitMs = ms || Number.POSITIVE_INFINITY
  tell = to
}
/** Records a completed round trip. */
export function noteTrip(asked: ReadonlyArray<{ text: string }>, ms: number): void {
  if (ms < limitMs) return
  tell(
    asked.map(({ text }) => text.slice(0, MOST_TEXT)),
    Math.round(ms),
  )
}
