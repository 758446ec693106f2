import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { proposeCase } from '../../attention/server/api.ts'
import { confirmLevel, dismissProposal, mhInterview, recordInterview } from '../model/interview.ts'
import { mhResult } from '../model/result.ts'
import { scoresOf, scoresText } from '../model/scores.ts'
import { mustBeOfCentre } from './centre.ts'

const record = handle(recordInterview, async ({ db, me, refuse }, { id, at, nextOn, risk, ...given }) => {
  mustBeOfCentre({ me })
  const { studentId } = await db.visible(mhResult).lock(id, 'interview')
  if (Date.parse(at) > Date.now()) throw refuse('future', { at: schoolTimeText(at) }, 'at')
  if (nextOn && nextOn < today()) throw refuse('nextPast', { on: nextOn }, 'nextOn')
  await db.insert(mhInterview, { ...given, judged: risk, resultId: id, studentId, interviewerId: me.userId, at, nextOn: nextOn ?? null } as never)
})
/** 50-MH3: what is proposed stands or falls by a psychologist, after a talk; of two at once the second finds it decided. */
const confirm = handle(confirmLevel, async ({ db, me }, { id, level }) => {
  mustBeOfCentre({ me })
  const row = await db.visible(mhResult).lock(id, 'confirm')
  if (!(await db.unscoped(mhInterview).count({ resultId: id }))) throw refusalOf(confirmLevel, 'notInterviewed') // of the row found before
  await db.update(mhResult, id, {
    state: 'confirmed',
    scores: scoresText({ ...scoresOf(row), confirmedLevel: level }),
    confirmedById: me.userId,
    confirmedAt: new Date().toISOString(),
  })
  await proposeCase(db, { studentId: row.studentId, source: 'screening', ref: id, level, at: new Date().toISOString() })
})
const dismiss = handle(dismissProposal, async ({ db, me }, { id, reason }) => {
  mustBeOfCentre({ me })
  await db.visible(mhResult).lock(id, 'dismiss')
  if (!(await db.unscoped(mhInterview).count({ resultId: id }))) throw refusalOf(dismissProposal, 'notInterviewed') // of the row found before
  await db.update(mhResult, id, { state: 'dismissed', dismissReason: reason, confirmedById: me.userId, confirmedAt: new Date().toISOString() })
})
export default [record, confirm, dismiss]
