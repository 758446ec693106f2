import type { Sql } from 'sql-template-tag'
import type { Fact, FactValue } from '#flow/index.ts'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** Something known about students, which conditions compare. */
export interface StudentFact extends Pick<Fact, 'label' | 'type' | 'choices' | 'dictionary' | 'entity' | 'unit' | 'sensitivity'> {
  /** Value of a student of whom the source finds no row: 0 of a count. */
  otherwise?: FactValue
}
/** Facts of one module that one statement finds for any number of students. */
export interface StudentFactSource {
  kind: 'studentFacts'
  /** Prefix of its facts: `{code}.{fact}`. */
  code: string
  label: string
  /** Needed to use its facts in a condition and to read their values of others. */
  permission: string
  /** Needed, too, for facts with a sensitivity. */
  reveal?: string
  facts: Readonly<Record<string, StudentFact>>
  /** What a student can do where a condition over these facts keeps them from something: pages of their own. */
  remedies?: ReadonlyArray<{ label: string; link: string }>
  /** A select of `id` and a column for each fact, for the students whose ids the given select finds, as of a date of the school. Undefined where nothing is known: outside a term. */
  values(db: Db, students: Sql, on: string): Sql | Promise<Sql | undefined>
}
export const studentFactSources = extensionPoint<StudentFactSource>('studentFacts', { id: s => s.code })
/** Declares facts about students; default export of a module's server file. */
export const studentFacts = (source: Omit<StudentFactSource, 'kind'>): StudentFactSource => studentFactSources.make(source)
