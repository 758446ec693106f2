import type { Portion } from './grant.ts'

/** Months of a school year in the order in which an item with fewer than twelve takes them: those of teaching first. */
const ORDER = ['09', '10', '11', '12', '03', '04', '05', '06', '01', '07', '02', '08']
/** The months in which an item with so many a year is paid. */
export function monthsOf(xn: string, count: number): string[] {
  const [first = '', second = ''] = xn.split('-')
  return ORDER.slice(0, count)
    .map(m => `${m >= '09' ? first : second}-${m}`)
    .sort()
}
/** 40-Z4, M5: an amount over months, rounded so that they sum to it exactly. */
export function planOf(amount: number, months: readonly string[]): Portion[] {
  if (!months.length) return [{ month: null, amount }]
  const upTo = (n: number): number => Math.floor((amount * n) / months.length + 0.5)
  return months.map((month, n) => ({ month, amount: upTo(n + 1) - upTo(n) }))
}
/** A plan without the months from one on, up to another: what is left, and how much falls away. */
export function without(plan: readonly Portion[], from: string, before = '9999-99'): { plan: Portion[]; amount: number } {
  const falls = (p: Portion): boolean => p.month !== null && p.month >= from && p.month < before
  return { plan: plan.filter(p => !falls(p)), amount: plan.filter(falls).reduce((sum, p) => sum + p.amount, 0) }
}
