import type { Row } from '#model'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { disciplineCase } from '../model/case.ts'
import type { punishment } from '../model/punishment.ts'
import type { Terms } from '../model/terms.ts'
import { termsNow } from './settings.ts'

export type Punishment = Row<typeof punishment>
/** What a list of a form holds, each once. */
export const given = <T>(list: ReadonlyArray<T | null> | null | undefined): T[] => [...new Set((list ?? []).flatMap(one => one ?? []))]
export type Case = Row<typeof disciplineCase>
/** The case of a punishment that was found before. */
export const caseOf = (db: Db, { caseId }: Pick<Punishment, 'caseId'>): Promise<Case> => db.unscoped(disciplineCase).one(caseId) // of a punishment in scope
/** What the case keeps of the school's parameters; history has none and follows those of today. */
export const termsOf = async (db: Db, { terms }: Case): Promise<Terms> => terms ?? (await termsNow(db))
export async function partyOf(db: Db, { studentId }: Pick<Punishment, 'studentId'>): Promise<StudentOf> {
  const who = await studentOf(db, studentId)
  if (!who) throw notFound()
  return who
}
