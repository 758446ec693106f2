import { subjectsOf } from '#server/audit/subjects.ts'
import { handle } from '#server/context.ts'
import { audit } from '#server/records/verbs.ts'
import { openStudent } from '../model/actions.ts'
import { student } from '../model/student.ts'

/** Only students within the caller's scope; others are not found. */
export default handle(openStudent, async (ctx, { id }) => {
  const row = await ctx.db.visibleFor(student, 'student:student:list').one(id)
  const entry = await audit(ctx, 'open', student.name, id, { from: 'search' })
  await subjectsOf(ctx.db, student, entry, [row])
})
