import { citizenBirthDate, citizenGender, citizenIdFault } from '#model'

/** Code of the resident identity card; the checks of GB 11643 apply to it only. */
export const CITIZEN_ID = '1'
interface Identity {
  idType?: string | null
  idNo?: string | null
  birthDate?: string | null
  genderCode?: string | null
  sourceCanton?: string | null
}
/** Why the number is no valid citizen's number, or undefined; other documents have no check digit. */
export const idFaultOf = (row: Identity): ReturnType<typeof citizenIdFault> => (row.idType === CITIZEN_ID && row.idNo ? citizenIdFault(row.idNo) : undefined)

/** Mismatches with the identity number. Warnings only: documents can be wrong for good reason. */
export function identityWarnings(row: Identity): Array<{ field: 'birthDate' | 'genderCode'; expected: string; given: string }> {
  if (row.idType !== CITIZEN_ID || !row.idNo || citizenIdFault(row.idNo)) return []
  const expected = { birthDate: citizenBirthDate(row.idNo), genderCode: citizenGender(row.idNo) }
  return (['birthDate', 'genderCode'] as const).flatMap(field => (row[field] && row[field] !== expected[field] ? [{ field, expected: expected[field], given: row[field] }] : []))
}
