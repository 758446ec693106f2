import type { Relation } from '#flow/index.ts'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
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
interface RelationSource extends Registration {
  kind: 'relation'
  relation: Relation
  find: Finder
  /** It reads the application itself: without one nobody can say who it finds. */
  isOfRow?: boolean
}
export const relationSources = extensionPoint<RelationSource>('relation', { id: s => s.relation })
/**
 * Registers a relation supplied by another module: manager of the building, employer of the post, owner of the venue. Until a module does, the relation finds nobody and the
 * step's empty policy applies.
 */
export const relationSource = (relation: Relation, find: Finder, { isOfRow = false } = {}): RelationSource => relationSources.make({ relation, find, isOfRow })
const sourceOf = (db: Db, relation: Relation): RelationSource | undefined => db.registered(relationSources).find(s => s.relation === relation)
/** Account ids by applicant; empty where no module supplies the relation. */
export const related = async (db: Db, relation: Relation, whos: readonly Who[]): Promise<ReadonlyArray<readonly string[]>> =>
  (await sourceOf(db, relation)?.find(db, whos)) ?? whos.map(() => [])
/** Whether the people of a relation are known only once there is an application. */
export const isOfRow = (db: Db, relation: Relation): boolean => sourceOf(db, relation)?.isOfRow === true
/** Whether a module supplies this relation. */
export const isSupplied = (db: Db, relation: Relation): boolean => sourceOf(db, relation) !== undefined
