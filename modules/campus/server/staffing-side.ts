import { type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** What the files of counsellors answer: the campus module must not depend on them. */
export interface StaffingSide {
  /** The share of a whole post that these counsellors count as, where it is less than one. */
  sharesOf(db: Db, teacherIds: readonly string[]): Promise<ReadonlyMap<string, number>>
}
type SuppliedStaffing = Registration & StaffingSide & { kind: 'staffing' }
const sides = solePoint<SuppliedStaffing>('staffing')
export const supplyStaffing = (side: StaffingSide): SuppliedStaffing => sides.make(side)
export const sharesOf = async (db: Db, teacherIds: readonly string[]): Promise<ReadonlyMap<string, number>> => (await sides.of(db)?.sharesOf(db, teacherIds)) ?? new Map()
