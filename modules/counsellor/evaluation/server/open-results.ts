import { teacher } from '#modules/campus/model/people.ts'
import type { Db } from '#server/context.ts'
import { counsellorFile } from '../../file/model/counsellor-file.ts'
import { collegesOf } from '../../file/server/api.ts'
import { fdyEvalResult } from '../model/result.ts'
import { type EvalScheme, evalRound } from '../model/scheme.ts'

/** A result for each counsellor within the publisher's scope who is on duty at the end of the period, with the college they are of now. */
export async function openResults(db: Db, { id, periodTo }: EvalScheme): Promise<void> {
  const files = await db.visibleFor(counsellorFile, evalRound.publish.permission).all({ 'onDutyFrom.le': periodTo })
  const [teachers, collegeOf] = [await db.cached(teacher), await collegesOf(db)]
  const rows = files
    .filter(f => f.onDutyTo === null || f.onDutyTo > periodTo)
    .map(f => ({ schemeId: id, teacherId: f.teacherId, departmentId: collegeOf(teachers.get(f.teacherId)?.departmentId)?.id ?? null }))
  await db.insertMany(fdyEvalResult, rows, { history: false })
}
