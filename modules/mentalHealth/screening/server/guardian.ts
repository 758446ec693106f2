import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { askConsent } from '#modules/family/server/api.ts'
import { accountsOf, selfStudent } from '#modules/student/server/api.ts'
import { markAnswered, mustTakePart } from '#modules/workflow/server/api.ts'
import { handle, on } from '#server/context.ts'
import { mhScreening } from '../model/screening.ts'
import { askGuardian, GUARDIAN_STATES, mhTurnout } from '../model/turnout.ts'
import { isMinorNow, type Turnout, turnoutOf } from './own-turnout.ts'

const MOST = 300
/** 50-MH1: asks the guardian of a minor, in place of an earlier link. What the counsellor reads of it says nothing of mental health; the guardian reads what it is about. */
const ask = handle(askGuardian, async (ctx, { id, guardianId }) => {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  const row = await db.unscoped(mhScreening).one(id) // whose audience is checked next
  await mustTakePart(db, mhScreening, row)
  if (!(await isMinorNow(db, who.id))) throw ctx.refuse('adult')
  const before = await turnoutOf(db, id, who.id)
  if (before?.said === 'answered') throw ctx.refuse('answered', { name: row.name })
  if (before?.guardianState === 'agreed' || before?.guardianState === 'refused')
    throw refusalOf(mhTurnout, 'guardianSaid', { state: { text: GUARDIAN_STATES[before.guardianState] } })
  // no history: it would name the student as whoever did it
  if (!before) await db.insertMany(mhTurnout, [{ screeningId: id, studentId: who.id }], { history: false })
  const { id: turnoutId } = before ?? ((await turnoutOf(db, id, who.id)) as Turnout)
  const forGuardian = `${row.name}：${row.consentText}`.slice(0, MOST)
  const consent = await askConsent(db, { studentId: who.id, guardianId, bizType: mhTurnout.name, bizId: turnoutId, asks: `${who.name}参加学校的问卷`, forGuardian })
  await db.updateWhere(mhTurnout, { id: turnoutId }, { consentId: consent.id, guardianState: 'sent' }, { history: false })
})
/** The answer counts for the consent that was asked last; told twice it changes nothing. A guardian who refuses has responded for the student. */
const answered = on('family.consentAnswered', 'mentalHealth.consent', async ({ db }, { bizType, bizId, consentId, answer }) => {
  if (bizType !== mhTurnout.name || typeof bizId !== 'string' || typeof consentId !== 'string') return
  const isAgreed = answer === 'agreed'
  const waiting = sql`t.id = ${bizId} and t.consent_id = ${consentId} and t.guardian_state = 'sent'`
  const [row] = await db.updateWhere(
    mhTurnout,
    waiting,
    { guardianState: isAgreed ? 'agreed' : 'refused', ...(isAgreed ? {} : { said: 'refused' }) },
    { returning: ['screeningId', 'studentId'], history: false },
  )
  if (!row || isAgreed) return
  await markAnswered(db, mhScreening, { id: row.screeningId }, [...(await accountsOf(db, [row.studentId])).values()])
})
export default [ask, answered]
