import { addDays } from '#modules/campus/model/days.ts'
import { beginOf, dateOf, endOf, type Half, type HalfName, halfOf, moved, nameOf, type Span, spanOf } from '../../model/half-days.ts'

/** Picker state: two dates with their halves. */
export interface Picked {
  startAt: string
  endAt: string
}
export const spanOfPicked = ({ startAt, endAt }: Picked): Span => spanOf(startAt, endAt)
const picked = ({ from, to }: Span): Picked => ({ startAt: beginOf(from), endAt: endOf(to) })

/** Changes the start; moves the end along if necessary. */
export function withStart(now: Picked, date: string, half: HalfName): Picked {
  const span = spanOfPicked(now)
  const from = halfOf(date, half)
  return picked({ from, to: Math.max(from, span.to) })
}
export function withEnd(now: Picked, date: string, half: HalfName): Picked {
  const span = spanOfPicked(now)
  const to = halfOf(date, half)
  return picked({ from: Math.min(span.from, to), to })
}
/** Shifts the whole leave by half days. */
export const movedBy = (base: Picked, by: number): Picked => picked(moved(spanOfPicked(base), by))
/** Default: tomorrow, the whole day. */
export const usualSpan = (today: string): Picked => picked({ from: halfOf(addDays(today, 1), 'am'), to: halfOf(addDays(today, 1), 'pm') })
export const partsOf = (half: Half): { date: string; half: HalfName } => ({ date: dateOf(half), half: nameOf(half) })

/** Days displayed around a leave, at least seven. */
export function stripDays(span: Span, today: string): string[] {
  const [first, last] = [dateOf(span.from), dateOf(span.to)]
  const begin = [addDays(first, -4), first > today && addDays(first, -10) <= today ? today : first].sort()[0] ?? first
  const days: string[] = []
  for (let date = begin; days.length < 7 || (date <= last && days.length < 21); date = addDays(date, 1)) days.push(date)
  return days.slice(-14)
}
