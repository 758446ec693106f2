import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { closeTodosLater } from '#server/notifications/todos.ts'
import { attentionCase } from '../../attention/model/attention-case.ts'
import { closeCrisis, crisisEvent, crisisStep } from '../model/crisis-event.ts'
import { note, refuse } from './note.ts'
import { lockedCrisis } from './seen.ts'

/** By whoever reads all of it. A guardian was told, or the centre has said in the case why not. */
export default handle(closeCrisis, async ({ db }, { id, outcome, review }) => {
  const row = await lockedCrisis(db, id, 'close')
  if (!row.isWhole) throw notFound()
  if (row.nextLeadId) throw refuse('waiting', { name: (await accountNamer(db, [row.nextLeadId]))(row.nextLeadId) })
  if (!(await db.unscoped(crisisStep).count({ eventId: id, kind: ['step', 'guardian'] }))) throw refuse('noStep') // of the event above
  const { guardianWhyNot } = await db.unscoped(attentionCase).one(row.caseId) // of the event above
  if (!row.guardianAt && !guardianWhyNot) throw refuse('guardian')
  await db.updateWhere(crisisEvent, { id }, { state: 'closed', outcome: outcome.trim(), review: review.trim(), closedOn: today() }, { history: false })
  await note(db, id, { kind: 'close' })
  await closeTodosLater(db, { bizType: crisisEvent.name, bizId: id }, 'done', '已处理')
})
