import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { keyFigures } from '../model/actions.ts'
import { student } from '../model/student.ts'

/** Today's key figures and the number awaiting enrolment, within the reader's scope. */
export default handle(keyFigures, async ({ db }) => {
  const [figures] = await db.query<{ enrolled: number; atSchool: number; away: number; incomplete: number; preEnrolled: number }>(sql`
    select (count(*) filter (where has_record))::int as enrolled, (count(*) filter (where is_at_school))::int as "atSchool",
      (count(*) filter (where has_record and not is_at_school))::int as away, (count(*) filter (where has_record and completeness < 100))::int as incomplete,
      (count(*) filter (where status = 'preEnrolled'))::int as "preEnrolled"
    from ${db.visible(student).rows()} s`)
  return figures ?? null
})
