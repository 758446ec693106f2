import { student } from '#modules/student/model/student.ts'
import { handle } from '#server/context.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'
import { mustBeWhole } from '../../schemes/server/api.ts'
import { tryStudent } from '../model/actions.ts'
import { triedOn } from './explain.ts'

export default handle(tryStudent, async ({ db }, { schemeId, studentId }) => {
  const scheme = await db.visibleFor(cqaScheme, 'cqa:cqaScheme:list').one(schemeId)
  await mustBeWhole(db, scheme)
  const { name } = await db.visible(student).one(studentId)
  const { total, pending, nodes, unused } = await triedOn(db, scheme, studentId)
  return { name, total, pendingReason: pending, nodes, unused }
})
