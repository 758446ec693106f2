import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentOf } from '#modules/student/server/api.ts'
import { isOpen, notOpen } from '#modules/workflow/rounds/model/round.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { keyHash } from '#server/identity/key-links.ts'
import { openByLink, submitByLink } from '../model/guardian-actions.ts'
import { survey } from '../model/survey.ts'
import { surveyAnswer, surveyTicket } from '../model/survey-rows.ts'
import { mustBeAnswered, mustHaveRoom, storeAnonymous, storeNamed } from './store-answer.ts'
import { strataOf } from './strata.ts'
import { questionsOf, type Survey } from './versions.ts'

/** The one ticket of this key, and its survey while it is open. */
async function ticketOf(db: Db, key: string) {
  const [found] = await db.query<{ id: string }>(
    sql`select id from survey_ticket where tenant_id = ${db.me.tenantId} and token_hash = ${keyHash(key)} and respondent_type = 'guardian'`,
  )
  if (!found) throw refusalOf(survey, 'noLink')
  const ticket = await db.unscoped(surveyTicket).one(found.id) // whoever has the key
  const row: Survey = await db.unscoped(survey).one(ticket.surveyId) // of whoever has the key
  if (!isOpen(row)) throw notOpen(survey, row)
  return { ticket, row }
}
const open = handle(openByLink, async ({ db }, { key }) => {
  const { ticket, row } = await ticketOf(db, key)
  const isAnswered = ticket.usedOn !== null
  const { name, anonymity, endTime, intro, purposeText, deleteAfter, versionNo } = row
  const who = await studentOf(db, ticket.studentId ?? '')
  return {
    ...{ school: await schoolShortName(db), name, student: who?.name ?? null, anonymity, isAnswered, endTime, intro, purposeText, deleteAfter, versionNo },
    strata: row.keptStrata?.by ?? [],
    questions: isAnswered ? [] : await questionsOf(db, row),
  }
})
/** The ticket decides, as for those with an account (60-SV8). */
const submit = handle(submitByLink, async ({ db, lang }, { key, versionNo, answers: sent }) => {
  const { ticket, row } = await ticketOf(db, key)
  if (versionNo !== row.versionNo) throw refusalOf(surveyAnswer, 'version')
  const answers = sent ?? {}
  const settled = mustBeAnswered(lang, await questionsOf(db, row), answers)
  const isAnonymous = row.anonymity === 'anonymous'
  const unused = sql`t.id = ${ticket.id} and t.used_on is null`
  const taken = await db.updateWhere(surveyTicket, unused, { usedOn: today(), wantsLink: false }, isAnonymous ? { bookkeeping: true } : { history: false })
  if (!taken.length) throw refusalOf(surveyAnswer, 'answered', { name: row.name })
  await mustHaveRoom(db, row)
  const given = { answers, seconds: null, channel: 'link', strata: await strataOf(db, row.keptStrata, ticket.studentId) }
  if (isAnonymous) await storeAnonymous(db, row, settled, given)
  else await storeNamed({ db }, row, { type: 'guardian', id: ticket.respondentId, studentId: ticket.studentId }, settled, {}, given)
  return { thanks: row.thanks }
})
export default [open, submit]
