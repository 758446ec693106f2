import { familyMember } from '#modules/student/model/family.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { mustTakePart, ownTasks } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import { mhScale } from '../model/scale.ts'
import { mhScreening } from '../model/screening.ts'
import { helpLines, myScreenings, screeningForm } from '../model/turnout.ts'
import { asked } from './answer.ts'
import { isMinorNow, resultsOf, stateOf, type Turnout, turnoutOf, wordsOf } from './own-turnout.ts'
import { settingsOf } from './settings.ts'

/** National line for psychological help since 2025. */
const NATIONAL_LINE = '12356'
const mine = handle(myScreenings, async ({ db, me }) => {
  const studentId = ownStudentId(me)
  const tasks = await ownTasks<typeof mhScreening, Turnout>(db, mhScreening, studentId)
  const results = await resultsOf(
    db,
    tasks.map(t => t.round.id),
    studentId,
  )
  return tasks.map(({ round: { id, name, endTime }, answer, isOpen }) => {
    const own = results.filter(r => r.screeningId === id)
    return { id, name, endTime, isOpen, state: stateOf(answer ?? undefined, own), words: own.length ? wordsOf(own) : null }
  })
})
const form = handle(screeningForm, async ({ db, me, refuse }, { id }) => {
  const studentId = ownStudentId(me)
  const row = await db.unscoped(mhScreening).one(id) // whose audience is checked next
  await mustTakePart(db, mhScreening, row)
  const turnout = await turnoutOf(db, id, studentId)
  const isMinor = await isMinorNow(db, studentId)
  const ids = await asked(db, row, studentId, turnout?.said === 'answered')
  if (!ids.length) throw refuse('answered', { name: row.name })
  const scales = await db.cached(mhScale)
  const guardians = isMinor ? await db.unscoped(familyMember).all({ studentId, isGuardian: true }) : [] // the caller's own
  return {
    ...{ name: row.name, consentText: row.consentText, isMinor, guardianState: turnout?.guardianState ?? null },
    guardians: guardians.map(g => ({ id: g.id, name: g.name })),
    scales: ids.flatMap(scaleId => {
      const scale = scales.get(scaleId)
      return scale ? [{ id: scale.id, name: scale.name, stem: scale.stem, items: scale.items, options: scale.options, low: scale.low }] : []
    }),
  }
})
const help = handle(helpLines, async ({ db }) => ({ schoolLine: (await settingsOf(db)).schoolLine || null, nationalLine: NATIONAL_LINE }))
export default [mine, form, help]
