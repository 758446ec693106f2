import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { handle } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { tellOutcome } from '../model/analysis-actions.ts'
import { SURVEY_MESSAGES } from '../model/messages.ts'
import { survey } from '../model/survey.ts'
import { surveyTicket } from '../model/survey-rows.ts'

const OVER: readonly string[] = ['closed', 'archived']
/** Everybody asked reads what came of it, whether they answered or not. */
export default handle(tellOutcome, async ({ db, refuse }, { id, outcome }) => {
  const row = await db.visible(survey).lock(id)
  if (!OVER.includes(phaseOf(row))) refuse('notClosed', { name: row.name })
  await db.update(survey, id, { outcome })
  const tickets = await db.unscoped(surveyTicket).all({ surveyId: id, respondentType: 'user' }) // of a survey in scope
  const to = tickets.map(t => t.respondentId)
  const link = row.resultsFor === 'owner' ? '/survey/mine' : `/survey/results?id=${id}`
  if (to.length) await notify(db, SURVEY_MESSAGES.outcome, { to, values: { name: row.name, outcome }, bizType: survey.name, bizId: id, link, mobileLink: link })
  return { told: to.length }
})
