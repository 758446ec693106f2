import { refusalOf } from '#model'
import { isOpen, notOpen, phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { markAnswered, mustTakePart } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { mySurveys, openForm, saveDraft, submitAnswers } from '../model/actions.ts'
import { survey } from '../model/survey.ts'
import { surveyAnswer, surveyTicket } from '../model/survey-rows.ts'
import type { Answers } from '../model/walk.ts'
import { knownOf } from './known.ts'
import { mustBeAnswered, mustHaveRoom, storeAnonymous, storeNamed } from './store-answer.ts'
import { strataOf } from './strata.ts'
import { questionsOf, type Survey } from './versions.ts'

const ownTicket = (me: Ctx['me']) => ({ respondentType: 'user', respondentId: me.userId }) as const
const MINE = 200
const metaOf = (row: Survey, isAnswered: boolean) => ({
  ...{ id: row.id, name: row.name, kind: row.kind, anonymity: row.anonymity, endTime: row.endTime, isOpen: isOpen(row), isAnswered },
  showsResults: row.resultsFor !== 'owner' && (row.kind !== 'vote' || phaseOf(row) === 'closed') && (row.resultsFor === 'public' || isAnswered || !isOpen(row)),
  canChange: isOpen(row) && (!isAnswered || (row.editable && row.anonymity !== 'anonymous')),
})
/** A survey that asks the caller; for anybody else it is not there. */
async function asked(db: Db, me: Ctx['me'], id: string): Promise<{ row: Survey; isAnswered: boolean; draft: Answers | null }> {
  const ticket = await db.unscoped(surveyTicket).find({ surveyId: id, ...ownTicket(me) }) // the caller's own
  const row = await db.unscoped(survey).one(id) // whose audience is checked next
  if (!ticket) throw refusalOf(survey, 'notInAudience', { name: row.name })
  return { row, isAnswered: ticket.usedOn !== null, draft: ticket.draft }
}
const mine = handle(mySurveys, async ({ db, me }) => {
  const tickets = await db.unscoped(surveyTicket).all(ownTicket(me), { sort: ['-createdAt'], limit: MINE }) // the caller's own
  const rows = await db.unscoped(survey).all({ id: tickets.map(t => t.surveyId), state: ['published', 'closed'] }) // that ask the caller
  const used = new Map(tickets.map(t => [t.surveyId, t.usedOn !== null]))
  const todo = ({ isOpen: open, isAnswered }: ReturnType<typeof metaOf>): number => (open && !isAnswered ? 0 : 1)
  return rows.map(row => metaOf(row, used.get(row.id) ?? false)).sort((a, b) => todo(a) - todo(b) || b.endTime.localeCompare(a.endTime))
})
const form = handle(openForm, async ({ db, me }, { id }) => {
  const { row, isAnswered, draft } = await asked(db, me, id)
  if (!isOpen(row)) throw notOpen(survey, row)
  const given = isAnswered && row.anonymity !== 'anonymous' ? await db.unscoped(surveyAnswer).find({ surveyId: id, ...ownTicket(me) }) : undefined // the caller's own
  const questions = await questionsOf(db, row)
  const { intro, thanks, purposeText, deleteAfter, versionNo } = row
  return {
    ...{ ...metaOf(row, isAnswered), intro, thanks, purposeText, deleteAfter, versionNo, questions },
    strata: row.keptStrata?.by ?? [],
    known: await knownOf({ db, me }, questions),
    answers: given?.answers ?? draft ?? {},
  }
})
const draft = handle(saveDraft, async ({ db, me, refuse }, { id, answers }) => {
  const { row } = await asked(db, me, id)
  if (!isOpen(row)) throw notOpen(survey, row)
  if (row.anonymity === 'anonymous') refuse('anonymous')
  const kept = await db.updateWhere(surveyTicket, { surveyId: id, ...ownTicket(me), 'usedOn.isNull': true }, { draft: answers ?? {} }, { bookkeeping: true })
  const unchanged = kept.length ? 1 : await db.unscoped(surveyTicket).count({ surveyId: id, ...ownTicket(me), 'usedOn.isNull': true }) // the caller's own
  if (!unchanged) refuse('answered')
})
/** The ticket decides: of two tabs one finds it unused, the other reads that it was used (60-SV8). */
async function takeTicket(db: Db, me: Ctx['me'], row: Survey): Promise<boolean> {
  const match = { surveyId: row.id, ...ownTicket(me), 'usedOn.isNull': true }
  const patch = { usedOn: today(), draft: null }
  const isAnonymous = row.anonymity === 'anonymous'
  // bookkeeping leaves neither moment nor author in the row
  const taken = await db.updateWhere(surveyTicket, match, patch, isAnonymous ? { bookkeeping: true } : { history: false })
  return taken.length > 0
}
const submit = handle(submitAnswers, async (ctx, { id, versionNo, answers: sent, seconds }) => {
  const { db, me, lang } = ctx
  const answers = sent ?? {}
  const row = await db.unscoped(survey).one(id) // its audience is checked next
  await mustTakePart(db, survey, row)
  if (versionNo !== row.versionNo) throw refusalOf(surveyAnswer, 'version')
  const questions = await questionsOf(db, row)
  const settled = mustBeAnswered(lang, questions, answers)
  const given = { answers, seconds: seconds ?? null, channel: 'web', strata: await strataOf(db, row.keptStrata, me.studentId) }
  const isFirst = await takeTicket(db, me, row)
  if (!isFirst && !(row.editable && row.anonymity !== 'anonymous')) throw refusalOf(surveyAnswer, 'answered', { name: row.name })
  if (isFirst) await mustHaveRoom(db, row)
  if (row.anonymity === 'anonymous') await storeAnonymous(db, row, settled, given)
  else {
    const known = await knownOf(ctx, settled.path)
    await storeNamed(ctx, row, { type: 'user', id: me.userId, studentId: me.studentId }, settled, known, given)
  }
  await markAnswered(db, survey, row, [me.userId])
  return { thanks: row.thanks }
})
export default [mine, form, draft, submit]
