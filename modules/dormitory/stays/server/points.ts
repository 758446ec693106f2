import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import type { Debt } from '../model/checklist.ts'

export interface Leaving {
  stayId: string
  studentId: string
  roomId: string
}
/** An item to settle before check-out: arrears, utilities, repairs. Registered by other modules and parts. */
export interface CheckOutPoint {
  code: string
  /** Open items by stay. */
  open(db: Db, leaving: readonly Leaving[]): Promise<ReadonlyMap<string, readonly Debt[]>>
}
export const checkOutPoints = extensionPoint<CheckOutPoint & { kind: 'checkOutPoint' }>('checkOutPoint', { id: p => p.code })
export const checkOutPoint = (point: CheckOutPoint): Registration => checkOutPoints.make(point)
/** 20-DR4: open items of all declared points, in one pass over the stays. */
export async function openPoints(db: Db, leaving: readonly Leaving[]): Promise<ReadonlyMap<string, readonly Debt[]>> {
  const made = new Map<string, Debt[]>()
  const found = await Promise.all(db.registered(checkOutPoints).map(p => p.open(db, leaving)))
  for (const byStay of found) for (const [stayId, debts] of byStay) made.set(stayId, [...(made.get(stayId) ?? []), ...debts])
  return made
}
