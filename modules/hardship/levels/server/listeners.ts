import { addDays } from '#modules/campus/model/days.ts'
import { yearEnds } from '#modules/campus/model/school-year.ts'
import { isEnded } from '#modules/student/model/status.ts'
import { today } from '#server/base/today.ts'
import { on } from '#server/context.ts'
import { aidLevelSpan } from '../model/span.ts'
import { levelNow } from './adjust.ts'
import { setLevels } from './spans.ts'

/** Who leaves the school for good has no level from then on; heard twice, there is nothing left to end. */
const left = on('student.statusChanged', 'hardship.left', async ({ db }, { studentId, to, effectiveDate }) => {
  if (!isEnded(String(to))) return
  const from = String(effectiveDate ?? today())
  const now = await levelNow(db, String(studentId), from)
  if (now) await setLevels(db, [{ studentId: now.studentId, level: null, from, to: now.to, cause: 'adjusted', endCause: 'left' }])
})
/** 40-D10: with the school year levels come to their end; whoever has no new one is named. */
const yearOver = on('campus.rolledOver', 'hardship.yearOver', async ({ db }, { fromXn }) => {
  const last = yearEnds(String(fromXn))
  const spans = db.unscoped(aidLevelSpan) // the whole school
  const [over, next] = [await spans.all({ to: last }), new Set((await spans.all({ 'from.le': addDays(last, 1), 'to.ge': addDays(last, 1) })).map(s => s.studentId))]
  const gone = over.filter(s => s.from <= s.to && !next.has(s.studentId))
  await db.emitMany(
    'hardship.levelChanged',
    gone.map(({ id, studentId, level, from, to }) => ({ studentId, from: level, to: null, span: { id, from, to } })),
  )
})
export default [left, yearOver]
