import type { Relation } from '#model/flow/index.ts'
import type { Db } from '#server/context.ts'

/** Whom an application is for, as far as finding its approvers needs it. */
export interface Who {
  applicantId: string
  studentId: string | null
  departmentId: string | null
  /** The class the student is counselled in. */
  classId: string | null
  /** The application, for sources that read a field of the form. */
  row: Record<string, unknown>
}
/** Accounts in a relation to each of these applicants, in their order. */
type Finder = (db: Db, whos: readonly Who[]) => Promise<ReadonlyArray<readonly string[]>>
const finders = new Map<Relation, Finder>()

/** Tells who stands in a relation that only another module knows: manager of the building, employer of the post, owner of the venue.
 *  Until its module calls this from its `server/` files, the relation finds nobody and the step's empty policy decides. */
export const relationSource = (relation: Relation, find: Finder): void => void finders.set(relation, find)
/** Account ids by applicant; nobody where no module knows the relation. */
export const related = async (db: Db, relation: Relation, whos: readonly Who[]): Promise<ReadonlyArray<readonly string[]>> =>
  (await finders.get(relation)?.(db, whos)) ?? whos.map(() => [])
/** Whether some module knows this relation. */
export const isSupplied = (relation: Relation): boolean => finders.has(relation)
