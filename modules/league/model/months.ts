/** Months are their first days, `2026-03-01`: they compare as text and are dates of the database. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
export function monthAfter(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`
}
/** How many months from one to another, both included; none where the second is before the first. */
export function monthsIn({ from, to }: Span): number {
  const index = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return Math.max(0, index(to) - index(from) + 1)
}
/** Months from one to another, both included. */
export interface Span {
  from: string
  to: string
}
export const spanText = ({ from, to }: Span): string => (from === to ? from.slice(0, 7) : `${from.slice(0, 7)} – ${to.slice(0, 7)}`)
