import type { Db } from '#server/context.ts'

/** Where students live. Dormitories stand above this module and hand this in when they are loaded; until then nobody has a bed. */
export interface BedSide {
  bedOfStudents(db: Db, studentIds: readonly string[]): Promise<ReadonlyMap<string, { fullName: string; bedNo: number }>>
}
let side: BedSide = { bedOfStudents: async () => new Map() }
export const supplyBeds = (given: BedSide): void => {
  side = given
}
export const bedOfStudents: BedSide['bedOfStudents'] = (db, ids) => side.bedOfStudents(db, ids)
