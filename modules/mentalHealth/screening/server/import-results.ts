import sql from 'sql-template-tag'
import { schoolMs } from '#model/school-time.ts'
import { studentsByNo } from '#modules/student/server/api.ts'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { importResults } from '../model/import-results.ts'
import { mhResult } from '../model/result.ts'
import { type FaultyLine, type ResultLine, resultLines } from '../model/result-lines.ts'
import { mhScale } from '../model/scale.ts'
import { NO_SCORES, scoresText } from '../model/scores.ts'
import { type MhScreening, mhScreening } from '../model/screening.ts'
import { mhTurnout } from '../model/turnout.ts'
import { mustBeOfCentre } from './centre.ts'
import { tellDuty } from './notify-duty.ts'

const MOST_FAULTS = 200
type Known = ResultLine & { studentId: string }
/** Lines of students whom the screening is about and whose result is not settled yet. */
async function judged(db: Db, row: MhScreening, scaleId: string, lines: readonly ResultLine[]): Promise<{ known: Known[]; faults: FaultyLine[] }> {
  const people = new Map(
    (
      await studentsByNo(
        db,
        lines.map(l => l.studentNo),
      )
    ).map(s => [s.studentNo, s]),
  )
  const ids = [...people.values()].map(s => s.id)
  const among = await db.query<{ id: string }>(sql`select distinct a.student_id as id from ${await roundAccounts(db, mhScreening, row)} a where a.student_id = any(${ids}::uuid[])`)
  const settled = await db.unscoped(mhResult).all({ screeningId: row.id, scaleId, studentId: ids, state: ['confirmed', 'dismissed'] }) // the centre reads all
  const [meant, done] = [new Set(among.map(a => a.id)), new Set(settled.map(s => s.studentId))]
  const [known, faults]: [Known[], FaultyLine[]] = [[], []]
  for (const line of lines) {
    const who = people.get(line.studentNo)
    const fault = (why: FaultyLine['why'], value = ''): void => void faults.push({ line: line.line, who: line.studentNo, why, value })
    if (!who) fault('unknown')
    else if (who.name !== line.name) fault('name', line.name)
    else if (!meant.has(who.id)) fault('audience')
    else if (done.has(who.id)) fault('decided')
    else known.push({ ...line, studentId: who.id })
  }
  return { known, faults }
}
/** Results of a screening that somebody outside has held: all lines or none, and again without a second row. Nothing of them is kept in a file. */
export default handle(importResults, async ({ db, me, refuse }, { screeningId, scaleId, lines: text }) => {
  mustBeOfCentre({ me })
  const row = await db.visible(mhScreening).lock(screeningId)
  const scale = (await db.cached(mhScale)).get(scaleId)
  if (!row.isOutside) throw refuse('notOutside', { name: row.name }, 'screeningId')
  if (!scale || !row.scaleIds.includes(scaleId)) throw refuse('notOfScreening', { name: row.name, scale: scale?.name ?? '' }, 'scaleId')
  const { lines, faults } = resultLines(text, scale, today())
  if (!lines.length && !faults.length) throw refuse('nothing', {}, 'lines')
  const { known, faults: others } = await judged(db, row, scaleId, lines)
  const wrong = [...faults, ...others].sort((a, b) => a.line - b.line)
  if (wrong.length) return { taken: 0, faults: wrong.slice(0, MOST_FAULTS) }
  const drafts = known.map(({ studentId, consentOn, total, factor, positives, isRisk, proposed }) => ({
    ...{ screeningId, studentId, scaleId, source: 'import' as const, consentAt: new Date(schoolMs(consentOn)).toISOString() },
    scores: scoresText({ ...NO_SCORES, total, factor, positives, isRisk, proposedLevel: proposed }),
    ...{ state: proposed !== null || isRisk ? ('toInterview' as const) : ('fine' as const) },
  }))
  const { added } = await db.upsert(mhResult, ['screeningId', 'studentId', 'scaleId'], drafts as never, { history: false })
  await db.upsert(mhTurnout, ['screeningId', 'studentId'], known.map(({ studentId }) => ({ screeningId, studentId, said: 'answered' })) as never, { history: false })
  if (added.length && known.some(line => line.isRisk)) await tellDuty(db, screeningId)
  return { taken: drafts.length, faults: [] }
})
