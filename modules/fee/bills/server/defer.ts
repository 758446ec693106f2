import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { billLine } from '../model/bill-line.ts'
import { lockLines } from './settle.ts'

export interface Deferral {
  studentId: string
  lineId: string
  /** Fen. */
  amount: number
}
/**
 * 40-F15: cases of another module put off so much of each line until a day, at most what the line owes once it is locked: whoever paid meanwhile has nothing put off. The rest of a
 * line stays due on its own day. Returns what was put off, by line; a line of somebody else is left alone.
 */
export async function deferLines(db: Db, wanted: readonly Deferral[], until: string): Promise<Map<string, number>> {
  const ids = wanted.map(w => w.lineId)
  await lockLines(db, ids)
  const lines = await db.unscoped(billLine).all({ id: ids, 'closedAt.isNull': true }) // the module has checked whose cases they are
  const of = new Map(wanted.map(w => [w.lineId, w]))
  const granted = lines.flatMap(line => {
    const one = of.get(line.id)
    const amount = one?.studentId === line.studentId ? Math.min(line.owed, one?.amount ?? 0) : 0
    return amount > 0 ? [{ ...line, amount }] : []
  })
  await db.updateMany(
    billLine,
    granted.map(({ id, amount, owed, dueDate, deferUntil, instalments }) => {
      if (amount === owed) return { id, deferUntil: until, instalments }
      const later = until > dueDate ? until : addDays(dueDate, 1)
      return { id, deferUntil, instalments: [...(dueDate >= today() ? [{ date: dueDate, amount: owed - amount }] : []), { date: later, amount }] }
    }),
  )
  await db.emitMany(
    'fee.deferralChanged',
    [...Map.groupBy(granted, line => line.studentId)].map(([studentId, own]) => ({ studentId, lineIds: own.map(line => line.id), until })),
  )
  return new Map(granted.map(line => [line.id, line.amount]))
}
