import { mondayOf } from '#model/week.ts'
import { addDays } from '#modules/campus/model/days.ts'
import type { CHECK_CYCLES } from './scheme.ts'

export type Cycle = Exclude<keyof typeof CHECK_CYCLES, 'none'>
export interface Period {
  /** First and last day, both included. */
  from: string
  to: string
  name: string
}
/** Length of a period in months; a week has none. */
const MONTHS = { weekly: 0, monthly: 1, quarterly: 3 } as const

/** The period of a cycle containing a day. */
export function periodOf(cycle: Cycle, day: string): Period {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const months = MONTHS[cycle]
  if (!months) {
    const from = mondayOf(day)
    return { from, to: addDays(from, 6), name: `${Number(from.slice(5, 7))}月${Number(from.slice(8))}日当周` }
  }
  const index = Math.floor((month - 1) / months)
  const first = (n: number): string => new Date(Date.UTC(year, n * months, 1)).toISOString().slice(0, 10)
  return { from: first(index), to: addDays(first(index + 1), -1), name: months === 1 ? `${year}年${month}月` : `${year}年第${index + 1}季度` }
}
