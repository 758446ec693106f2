import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { guardianReached } from '../../attention/server/api.ts'
import { crisisEvent, noteGuardian, noteStep } from '../model/crisis-event.ts'
import { mustHaveBeen, note } from './note.ts'
import { lockedCrisis } from './seen.ts'

const step = handle(noteStep, async ({ db }, { id, at, person, words }) => {
  const row = await lockedCrisis(db, id, 'step')
  mustHaveBeen(at, row.at)
  await note(db, id, { at, kind: 'step', person: person ?? null, words })
})
/** Counts for the clock of the case, too. */
const guardian = handle(noteGuardian, async ({ db }, { id, at, person, words }) => {
  const row = await lockedCrisis(db, id, 'guardian')
  mustHaveBeen(at, row.at)
  await note(db, id, { at, kind: 'guardian', person, words })
  await db.updateWhere(crisisEvent, sql`t.id = ${id}::uuid and t.guardian_at is null`, { guardianAt: at }, { history: false })
  await guardianReached(db, { id: row.caseId }, at)
})
export default [step, guardian]
