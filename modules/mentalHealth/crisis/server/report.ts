import { student } from '#modules/student/model/student.ts'
import { handle } from '#server/context.ts'
import { proposeCase } from '../../attention/server/api.ts'
import { crisisEvent, reportCrisis } from '../model/crisis-event.ts'
import { leadTask, mustHaveBeen, note, refuse } from './note.ts'

/** Whoever reports leads it until somebody else has accepted it. The case becomes one of level 1 and calls people (50-MH4). Reported again, it belongs to the event that is open, and the
 *  answer is the same: nobody learns in this way that there is one. */
export default handle(reportCrisis, async ({ db, me }, { studentId, at, place, facts }) => {
  if (!(await db.visible(student).find({ id: studentId }))) throw refuse('none', {}, 'studentId')
  mustHaveBeen(at)
  const made = await proposeCase(db, { studentId, source: 'report', ref: me.userId, level: '1', at: new Date().toISOString() })
  if (!made) throw refuse('none', {}, 'studentId')
  // of the student who is locked
  const open = await db.unscoped(crisisEvent).find({ studentId, state: 'open' })
  if (open) return void (await note(db, open.id, { at, kind: 'report', words: `${place.trim()}：${facts.trim()}` }))
  const draft = { studentId, caseId: made.id, at, place: place.trim(), facts: facts.trim(), reportedById: me.userId, leadId: me.userId, state: 'open' as const }
  await db.insertMany(crisisEvent, [draft], { history: false })
  const event = await db.unscoped(crisisEvent).find({ studentId, state: 'open' }) // just made
  await leadTask(db, event?.id ?? '', [me.userId])
})
