/** Told of a trip to the database that took long: its statements as they are prepared, without a value of anybody. */
type Tell = (statements: readonly string[], ms: number) => void
const MOST_TEXT = 2000
let limitMs = Number.POSITIVE_INFINITY
let tell: Tell = () => {}

/** From now on, trips of this process of so many milliseconds or more are told; 0 ends it. */
export function tellSlow(ms: number, to: Tell): void {
  limitMs = ms || Number.POSITIVE_INFINITY
  tell = to
}
/** Notes a trip that is over. */
export function noteTrip(asked: ReadonlyArray<{ text: string }>, ms: number): void {
  if (ms < limitMs) return
  tell(
    asked.map(({ text }) => text.slice(0, MOST_TEXT)),
    Math.round(ms),
  )
}
