import { subjectsOf } from '#server/audit/subjects.ts'
import { handle } from '#server/context.ts'
import { audit } from '#server/records/verbs.ts'
import { openStudent } from '../model/actions.ts'
import { student } from '../model/student.ts'

/** Only a student in the caller's reach; the others are not there. */
export default handle(openStudent, async (ctx, { id }) => {
  const row = await ctx.db.visibleFor(student, 'student:student:list').one(id)
  const entry = await audit(ctx, 'open', student.name, id, { from: 'search' })
  await subjectsOf(ctx.db, student, entry, [row])
})
