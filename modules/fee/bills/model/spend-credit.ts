import type { Origin } from './bill-line.ts'

interface Payable {
  id: string
  book: string
  /** What is asked for now, in fen. */
  payNow: number
  owed: number
  /** Whether money of a loan or of aid may pay it. */
  isCoverable: boolean
  mayPart: boolean
}
export interface Credit {
  origin: Origin
  book: string
  balance: number
}
export interface CreditPart {
  lineId: string
  book: string
  origin: Origin
  amount: number
}
/** Money that is tied goes first: the payer's own pays anything. */
const SPENT = ['loan', 'aid', 'own'] as const
/**
 * 40-F11: what credit pays of these lines, one after another. Each pays lines of its own book; what came from a loan or from aid pays what a loan may pay. A line that is not paid in
 * parts is paid whole or left (40-F7).
 */
export function spendCredit(lines: readonly Payable[], credits: readonly Credit[]): CreditPart[] {
  const left = new Map(credits.map(c => [`${c.book} ${c.origin}`, c.balance]))
  return lines.flatMap(({ id, book, payNow, owed, isCoverable, mayPart }) => {
    let rest = payNow
    const parts = SPENT.flatMap((origin): CreditPart[] => {
      const amount = origin === 'own' || isCoverable ? Math.min(rest, left.get(`${book} ${origin}`) ?? 0) : 0
      rest -= amount
      return amount > 0 ? [{ lineId: id, book, origin, amount }] : []
    })
    if (!mayPart && payNow - rest < owed) return []
    for (const { origin, amount } of parts) left.set(`${book} ${origin}`, (left.get(`${book} ${origin}`) ?? 0) - amount)
    return parts
  })
}
export const sumOfParts = (parts: readonly CreditPart[]): number => parts.reduce((sum, p) => sum + p.amount, 0)
