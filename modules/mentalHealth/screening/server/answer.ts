import sql from 'sql-template-tag'
import { selfStudent } from '#modules/student/server/api.ts'
import { markAnswered, mustTakePart } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { mhResult } from '../model/result.ts'
import { mhScale } from '../model/scale.ts'
import { scoresOf } from '../model/scores.ts'
import { isComplete } from '../model/scoring.ts'
import { type MhScreening, mhScreening } from '../model/screening.ts'
import { answerScreening, mhTurnout, refuseScreening } from '../model/turnout.ts'
import { tellDuty } from './notify-duty.ts'
import { mustBeAllowed, resultsOf, turnoutOf, wordsOf } from './own-turnout.ts'
import { scored } from './scored.ts'
import { settingsOf } from './settings.ts'

/** Scales that a student still answers: all of them, or those whose answers did not count. */
export async function asked(db: Db, row: MhScreening, studentId: string, hasAnswered: boolean): Promise<string[]> {
  const all = row.scaleIds.flatMap(id => id ?? [])
  if (!hasAnswered) return all
  const done = (await resultsOf(db, [row.id], studentId)).filter(r => !r.isInvalid).map(r => r.scaleId)
  return all.filter(id => !done.includes(id))
}
async function said(db: Db, screeningId: string, studentId: string, how: 'answered' | 'refused'): Promise<void> {
  await db.upsert(mhTurnout, ['screeningId', 'studentId'], [{ screeningId, studentId, said: how }] as never, { history: false })
}
const answer = handle(answerScreening, async (ctx, { id, consent, sheets }) => {
  const { db, me } = ctx
  const who = await selfStudent(ctx, { lock: true })
  const row = await db.unscoped(mhScreening).one(id) // whose audience is checked next
  await mustTakePart(db, mhScreening, row)
  const turnout = await turnoutOf(db, id, who.id)
  await mustBeAllowed(db, who.id, turnout, consent)
  const expected = await asked(db, row, who.id, turnout?.said === 'answered')
  if (!expected.length) throw ctx.refuse('answered', { name: row.name })
  const { itemSeconds } = await settingsOf(db)
  const given = sheets.flatMap(sheet => sheet ?? [])
  const scales = await db.cached(mhScale)
  const results = given.flatMap(({ scaleId, answers, seconds }) => {
    const scale = scales.get(scaleId)
    return scale && isComplete(scale, answers) ? [{ ...scored(scale, answers, seconds, itemSeconds), scaleId }] : []
  })
  const isWhole = results.length === expected.length && expected.every(scaleId => results.some(r => r.scaleId === scaleId))
  if (!isWhole) throw ctx.refuse('sheets', {}, 'sheets')
  const consentAt = new Date().toISOString()
  if (turnout?.said === 'answered') await db.removeWhere(mhResult, sql`t.screening_id = ${id} and t.student_id = ${who.id} and t.is_invalid`, { history: false })
  await db.insertMany(mhResult, results.map(r => ({ ...r, screeningId: id, studentId: who.id, consentAt, source: 'online' })) as never, { history: false })
  await said(db, id, who.id, 'answered')
  await markAnswered(db, mhScreening, row, [me.userId])
  const needsHelp = results.some(r => scoresOf(r).isRisk)
  if (needsHelp) await tellDuty(db, id)
  return { words: wordsOf(results), needsHelp }
})
/** 50-MH1: recorded, and to everybody else the same as an answer. */
const refuse = handle(refuseScreening, async (ctx, { id }) => {
  const { db, me } = ctx
  const who = await selfStudent(ctx, { lock: true })
  const row = await db.unscoped(mhScreening).one(id) // whose audience is checked next
  await mustTakePart(db, mhScreening, row)
  if ((await turnoutOf(db, id, who.id))?.said === 'answered') throw ctx.refuse('answered', { name: row.name })
  await said(db, id, who.id, 'refused')
  await markAnswered(db, mhScreening, row, [me.userId])
})
export default [answer, refuse]
