import { refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { giveOpinion, inviteApplicant, offerPost, postApplication, recordResult, turnDown } from '../model/application.ts'
import { postInterview } from '../model/interview.ts'
import { POST_MESSAGES } from '../model/messages.ts'
import { workPost } from '../model/post.ts'
import { aboutApplication, applicationTodos, untilText } from './about.ts'
import { type Applied, fitnessOf } from './application.ts'
import { priorityUntil } from './offerable.ts'
import { recognisedAmong } from './recognised.ts'
import { takeSeat } from './seats.ts'
import { settingsOf } from './settings.ts'
import { unitInForce } from './units.ts'

/** The row's student, to be told. */
export const concerned = async (db: Db, row: Applied) => (await withStudents(db, [row]))[0]?.who
const invite = handle(inviteApplicant, async ({ db }, { id, interviewId }) => {
  const row = await db.visible(postApplication).lock(id, 'invite')
  const at = await db.unscoped(postInterview).lock(interviewId) // of the same post: checked next
  if (at.postId !== row.postId) throw refusalOf(postApplication, 'interviewPost', { title: (await db.unscoped(workPost).one(row.postId)).title }, 'interviewId') // names it
  const taken = await db.unscoped(postApplication).count({ interviewId }) // of the interview just locked
  if (row.interviewId !== interviewId && taken >= at.seats) throw refusalOf(postApplication, 'interviewFull', { seats: at.seats }, 'interviewId')
  const after = await db.update(postApplication, id, { state: 'interview', interviewId })
  await notifyAbout(db, POST_MESSAGES.interview, aboutApplication, [{ row: after, who: await concerned(db, after), more: { at: schoolTimeText(at.slot), place: at.place } }])
})
const result = handle(recordResult, async ({ db }, { id, result, note = null }) => {
  await db.visible(postApplication).lock(id, 'result')
  await db.update(postApplication, id, { result, resultNote: note })
})
/** 40-W4 and W5: of many offers at once as many hold as there are seats. The application is locked before its post, here as by the clock. */
const offer = handle(offerPost, async (ctx, { id }) => {
  const { db } = ctx
  const row = await db.visible(postApplication).lock(id, 'offer')
  await unitInForce(db, row.unitId)
  const post = await takeSeat(db, row.postId)
  if (row.fdyFit === 'unfit') throw refusalOf(postApplication, 'unfit', { why: row.fdyOpinion ?? '' })
  const [unfit] = await fitnessOf(ctx, row.studentId, post)
  if (unfit) throw refusalOf(postApplication, unfit.key, unfit.values)
  const until = await priorityUntil(db, post)
  if (until && !(await recognisedAmong(db, [row.studentId])).has(row.studentId)) throw refusalOf(postApplication, 'priority', { until: schoolTimeText(until) })
  const { offerHours, offerRemindHours } = await settingsOf(db)
  const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const times = { offeredAt: at(0), offerUntil: at(offerHours), remindAt: offerRemindHours < offerHours ? at(offerHours - offerRemindHours) : null }
  const after = await db.update(postApplication, id, { state: 'offered', ...times })
  await applicationTodos.follow(db, [after])
  await applicationTodos.open(db, 'answer', [{ row: after, who: await concerned(db, after), more: { until: untilText(after) } }])
})
const refuse = handle(turnDown, async ({ db }, { id, note = null }) => {
  await db.visible(postApplication).lock(id, 'turnDown')
  const after = await db.update(postApplication, id, { state: 'rejected', note })
  await applicationTodos.follow(db, [after])
  await notifyAbout(db, POST_MESSAGES.turnedDown, aboutApplication, [{ row: after, who: await concerned(db, after), more: { why: note ?? '—' } }])
})
/** The counsellor states fitness; the unit need not wait for it. */
const opinion = handle(giveOpinion, async ({ db }, { id, fdyFit, fdyOpinion = null }) => {
  await db.visible(postApplication).lock(id, 'opinion')
  await applicationTodos.follow(db, [await db.update(postApplication, id, { fdyFit, fdyOpinion })])
})
export default [invite, result, offer, refuse, opinion]
