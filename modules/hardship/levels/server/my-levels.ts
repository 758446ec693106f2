import { ownStudentId } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { myLevels } from '../model/actions.ts'
import { aidLevelSpan } from '../model/span.ts'

export default handle(myLevels, async ({ db, me }) => {
  const on = today()
  const spans = await db.unscoped(aidLevelSpan).all({ studentId: ownStudentId(me) }, { sort: ['-from'] }) // the caller's own
  const held = spans.filter(s => s.from <= s.to)
  const now = held.find(s => s.from <= on && s.to >= on)
  return { level: now?.level ?? null, to: now?.to ?? null, earlier: held.filter(s => s !== now).map(({ level, from, to }) => ({ level, from, to })) }
})
