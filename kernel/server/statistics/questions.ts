import type { Sql } from 'sql-template-tag'
import { extensionPoint, type Registration } from '../base/extension-point.ts'
import type { Db } from '../context.ts'
import type { Grouping } from './groupings.ts'

/** What a question is asked about. */
export interface Asked {
  db: Db
  /** A date expression; inside a trend it is a column, so it belongs into the select as it is, never into a parameter of one's own. */
  day: Sql
  /** The first of the days that are asked about at once, as a date expression that is no column: what is bounded by it is found once for all of them. */
  oldest: Sql
  /**
   * Subselect of the students in school on the day, in the reader's scope, with where they belonged on that day: `student_id`, `class_id`, `grade`, `department_id`, `gender_code`,
   * `level`, `campus_id`, `counsellor_id` (teacher). 60-ST1.
   */
  students: Sql
  /** First day of the term and of the school year in which the day lies, as date expressions; null outside of all terms. */
  termStart: Sql
  yearStart: Sql
}
/** A figure over the rows of a question or of one of its groups. */
export interface QuestionFigure {
  code: string
  label: string
  /** `share` is always shown with both numbers (60-ST2); `rate` is `n` divided by `of`, times `per`. */
  as: 'count' | 'share' | 'rate' | 'number'
  /** Aggregates over the rows. */
  n: Sql
  of?: Sql
  per?: number
  unit?: string
  /** Decimals of a rate or number; 1 by default. */
  decimals?: number
}
/**
 * A question of the office that is answered for any day: a number, how it went, where it is largest, how it was a term and a year ago, and who is behind it (60 §9).
 */
export interface Question extends Registration {
  kind: 'question'
  /** `{module}.{name}` */
  code: string
  /** Smaller ones come first. */
  order: number
  /** As somebody would ask it. */
  title: string
  /** What is counted, in one sentence. */
  definition: string
  /** The answer in a sentence. `{code}` is the number of a figure, `{codeOf}` what it is counted of, `{codePercent}` its share in per cent. The group that stands out is added to it. */
  says: string
  /** Who may read the rows; for others groups of few people are merged. Where it is not about students, who may ask at all. */
  listedBy: string
  /** The first is the answer. */
  figures: readonly [QuestionFigure, ...QuestionFigure[]]
  /**
   * Select of the rows of the day. About students: `x.*` of `students x` with further columns, one row a student or several. Else rows in the reader's scope of `listedBy`
   * (`db.visibleFor`), grouped by `by`.
   */
  rows(asked: Asked): Sql | Promise<Sql>
  /** Groupings of its own in place of college, grade, class and the like, with their labels. It is not about students then. */
  by?: Readonly<Record<string, { label: string; of: Grouping }>>
  /** Which rows are behind the first figure, about students: a condition, and further columns as text expressions. */
  listed?: { title?: string; where: Sql; columns: ReadonlyArray<{ label: string; value: Sql }> }
  /** Page that lists what is behind it, in place of `listed`. */
  link?: string
  /** Distance of the points of its trend. */
  every: 'day' | 'week' | 'month'
  /** Days before today at which it is asked first, where today's answer is not known yet. */
  lag?: number
}
export const questions = extensionPoint<Question>('question', { id: q => q.code })
/** Declares a question; default export of a server file. */
export const question = (given: Omit<Question, 'kind'>): Question => questions.make(given)
