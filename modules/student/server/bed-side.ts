import { type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** Bed assignments, from the dormitory module; without it nobody has a bed. */
export interface BedSide {
  bedOfStudents(db: Db, studentIds: readonly string[]): Promise<ReadonlyMap<string, { fullName: string; bedNo: number; roomId: string; buildingId: string }>>
}
type SuppliedBeds = Registration & BedSide & { kind: 'beds' }
const bedSides = solePoint<SuppliedBeds>('beds')
/** Registers where students live. */
export const supplyBeds = (side: BedSide): SuppliedBeds => bedSides.make(side)
export const bedOfStudents: BedSide['bedOfStudents'] = async (db, ids) => (await bedSides.of(db)?.bedOfStudents(db, ids)) ?? new Map()
