import type { Row } from '#model'
import { daysBetween } from '#modules/campus/model/days.ts'
import type { billLine, LineState } from './bill-line.ts'

type Line = Pick<Row<typeof billLine>, 'charged' | 'reduced' | 'paid' | 'offset' | 'owed' | 'dueDate' | 'deferUntil' | 'loanPending' | 'instalments' | 'closedAt'>
const isDeferred = ({ deferUntil }: Line, on: string): boolean => deferUntil !== null && deferUntil >= on
/** Parts of an instalment plan that are due after this day. */
const laterParts = ({ instalments }: Line, on: string): number => (instalments ?? []).reduce((sum, part) => (part.date >= on ? sum + part.amount : sum), 0)
/** 40-F16: what is in arrears on a day, in fen: owed and past its date, less what is deferred, in later instalments or waits for a loan. */
export function arrearsOf(line: Line, on: string): number {
  if (line.closedAt || isDeferred(line, on)) return 0
  if (!line.instalments && line.dueDate >= on) return 0
  return Math.max(0, line.owed - line.loanPending - laterParts(line, on))
}
/** What people are shown of a line on a day. */
export function stateOf(line: Line, on: string): LineState {
  if (line.closedAt) return 'closed'
  if (line.owed <= 0) return line.charged > 0 && line.reduced >= line.charged ? 'exempt' : 'paid'
  if (isDeferred(line, on)) return 'deferred'
  if (arrearsOf(line, on) > 0) return 'overdue'
  if (line.loanPending >= line.owed) return 'loan'
  return line.paid + line.offset > 0 ? 'part' : 'unpaid'
}
/** Days since an amount in arrears was due; null where nothing is. */
export const daysOverdueOf = (line: Line, on: string): number | null => (arrearsOf(line, on) > 0 && line.dueDate < on ? daysBetween(line.dueDate, on) : null)
