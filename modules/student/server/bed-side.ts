import type { Db } from '#server/context.ts'

/** Bed assignments. Implemented by the dormitory module, which registers itself at load time; without it nobody has a bed. */
export interface BedSide {
  bedOfStudents(db: Db, studentIds: readonly string[]): Promise<ReadonlyMap<string, { fullName: string; bedNo: number }>>
}
let side: BedSide = { bedOfStudents: async () => new Map() }
export const supplyBeds = (given: BedSide): void => {
  side = given
}
export const bedOfStudents: BedSide['bedOfStudents'] = (db, ids) => side.bedOfStudents(db, ids)
