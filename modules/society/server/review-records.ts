import type { Sql } from 'sql-template-tag'
import { type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

export interface Span {
  from: string
  to: string
}
/** What is known about the activities of societies, told by the module that keeps them. */
interface SocietyActivities extends Registration {
  kind: 'societyActivities'
  /** Select of what societies held from the first to the last day: `society_id`, `activity_id`, and the `student_id` of each who was there, none where nobody was. `societies`: a select of ids. */
  held(db: Db, societies: Sql, span: Span): Sql
}
export const societyActivities = solePoint<SocietyActivities>('societyActivities')
