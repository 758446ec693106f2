/** A part of an instalment plan: to be paid until this day. */
export interface PlanPart {
  date: string
  amount: number
}
/** A plan as given: list fields may hold nothing. */
export const planOf = (plan: ReadonlyArray<PlanPart | null> | null | undefined): PlanPart[] => (plan ?? []).flatMap(part => (part ? [part] : []))
/** What a plan must keep to, in fen and days. */
export interface PlanBounds {
  owed: number
  from: string
  until: string
  /** The first part is at least this share of it. */
  firstPercent: number
}
export type PlanProblem = 'planParts' | 'planOrder' | 'planBegin' | 'planEnd' | 'planSum' | 'planFirst'
const MOST_PARTS = 10
export const leastFirst = ({ owed, firstPercent }: Pick<PlanBounds, 'owed' | 'firstPercent'>): number => Math.ceil((owed * firstPercent) / 100)
/** 40-F15: parts sum to the line exactly, fall into the school year in order, and the first is not a token. */
export function planProblem(plan: readonly PlanPart[], bounds: PlanBounds): PlanProblem | undefined {
  const [first, last] = [plan[0], plan.at(-1)]
  if (!first || !last || plan.length < 2 || plan.length > MOST_PARTS) return 'planParts'
  if (plan.some((part, n) => n > 0 && part.date <= (plan[n - 1]?.date ?? ''))) return 'planOrder'
  if (first.date < bounds.from) return 'planBegin'
  if (last.date > bounds.until) return 'planEnd'
  if (plan.reduce((sum, part) => sum + part.amount, 0) !== bounds.owed) return 'planSum'
  return first.amount < leastFirst(bounds) ? 'planFirst' : undefined
}
/** A plan to begin with: equal parts a month apart, the last takes what rounding leaves. */
export function equalParts(owed: number, days: readonly string[]): PlanPart[] {
  const each = Math.floor(owed / days.length)
  return days.map((date, n) => ({ date, amount: n < days.length - 1 ? each : owed - each * (days.length - 1) }))
}
