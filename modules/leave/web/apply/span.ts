import { addDays } from '#modules/campus/model/days.ts'
import { beginOf, dateOf, endOf, type Half, type HalfName, halfOf, moved, nameOf, type Span, spanOf } from '../../model/half-days.ts'

/** What the pickers hold: two dates with their halves. */
export interface Picked {
  startAt: string
  endAt: string
}
export const spanOfPicked = ({ startAt, endAt }: Picked): Span => spanOf(startAt, endAt)
const picked = ({ from, to }: Span): Picked => ({ startAt: beginOf(from), endAt: endOf(to) })

/** Another start takes the end along when it would lie before it. */
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
/** The whole leave so many half days earlier or later: what if. */
export const movedBy = (base: Picked, by: number): Picked => picked(moved(spanOfPicked(base), by))
/** Tomorrow, the whole day: what is asked for most. */
export const usualSpan = (today: string): Picked => picked({ from: halfOf(addDays(today, 1), 'am'), to: halfOf(addDays(today, 1), 'pm') })
export const partsOf = (half: Half): { date: string; half: HalfName } => ({ date: dateOf(half), half: nameOf(half) })

/** The days a strip shows around a leave, seven at least. */
export function stripDays(span: Span, today: string): string[] {
  const [first, last] = [dateOf(span.from), dateOf(span.to)]
  const begin = [addDays(first, -4), first > today && addDays(first, -10) <= today ? today : first].sort()[0] ?? first
  const days: string[] = []
  for (let date = begin; days.length < 7 || (date <= last && days.length < 21); date = addDays(date, 1)) days.push(date)
  return days.slice(-14)
}
