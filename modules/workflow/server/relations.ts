import type { Relation } from '#model/flow/index.ts'
import type { Db } from '#server/context.ts'

/** Applicant data used to find approvers. */
export interface Who {
  applicantId: string
  studentId: string | null
  departmentId: string | null
  /** The class the student is counselled in. */
  classId: string | null
  /** The application, for sources that read a field of the form. */
  row: Record<string, unknown>
}
/** Finds accounts in a relation to each of these applicants, in their order. */
type Finder = (db: Db, whos: readonly Who[]) => Promise<ReadonlyArray<readonly string[]>>
const finders = new Map<Relation, Finder>()

/**
 * Registers a relation supplied by another module: manager of the building, employer of the post, owner of the venue. Until a module registers it from its `server/`
 * files, the relation finds nobody and the step's empty policy applies.
 */
export const relationSource = (relation: Relation, find: Finder): void => void finders.set(relation, find)
/** Account ids by applicant; empty where no module supplies the relation. */
export const related = async (db: Db, relation: Relation, whos: readonly Who[]): Promise<ReadonlyArray<readonly string[]>> =>
  (await finders.get(relation)?.(db, whos)) ?? whos.map(() => [])
/** Whether a module supplies this relation. */
export const isSupplied = (relation: Relation): boolean => finders.has(relation)
