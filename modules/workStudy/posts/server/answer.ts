import { mustAllow, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { ownStudentId, studentOf } from '#modules/student/server/api.ts'
import { refuseWith } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { acceptOffer, declineOffer, postApplication } from '../model/application.ts'
import { engagement } from '../model/engagement.ts'
import { POST_MESSAGES } from '../model/messages.ts'
import { workPost } from '../model/post.ts'
import { APPLICANTS, aboutApplication, applicationTodos } from './about.ts'
import { type Applied, applications, fitnessOf, tooManyPosts } from './application.ts'
import { employersOf } from './scope.ts'
import { returnSeats } from './seats.ts'

const tellUnit = async (db: Db, row: Applied, answer: string): Promise<void> => {
  const who = await studentOf(db, row.studentId)
  const to = await employersOf(db, row.unitId)
  await notifyAbout(db, POST_MESSAGES.answered, aboutApplication, [{ row, who, to, more: { answer: { text: answer } }, link: `${APPLICANTS}?postId=${row.postId}` }])
}
/** The caller's own offer, locked. */
async function ownOffer(ctx: Ctx, id: string, verb: 'accept' | 'decline'): Promise<Applied> {
  const row = await applications.own.lock(ctx, id)
  if (row.state === 'lapsed' && row.offerUntil) throw refusalOf(postApplication, 'lapsed', { until: schoolTimeText(row.offerUntil) })
  mustAllow(postApplication, row, verb)
  return row
}
/** 40-W5: on time, and with a post free among those a student may have; the student's row serialises answers to two offers. */
const accept = handle(acceptOffer, async (ctx, { id }) => {
  const { db, me } = ctx
  const row = await ownOffer(ctx, id, 'accept')
  if (row.offerUntil && Date.parse(row.offerUntil) <= Date.now()) throw refusalOf(postApplication, 'lapsed', { until: schoolTimeText(row.offerUntil) })
  const who = await studentOf(db, ownStudentId(me), { lock: true })
  const post = await db.unscoped(workPost).one(row.postId) // of an own application
  refuseWith(postApplication, [...(await tooManyPosts(db, row.studentId)), ...(who ? await fitnessOf(ctx, who.id, post) : [])])
  const after = await db.update(postApplication, id, { state: 'accepted' })
  const from = [today(), post.workFrom].toSorted().at(-1) ?? today()
  const made = await db.insert(engagement, { applicationId: id, postId: row.postId, unitId: row.unitId, studentId: row.studentId, from, to: post.workTo })
  await applicationTodos.follow(db, [after])
  await tellUnit(db, after, '接受录用')
  await db.emit('workStudy.engaged', { engagementId: made.id, studentId: made.studentId })
})
const decline = handle(declineOffer, async (ctx, { id, note = null }) => {
  const { db } = ctx
  const row = await ownOffer(ctx, id, 'decline')
  const after = await db.update(postApplication, id, { state: 'declined', note })
  await returnSeats(db, [row.postId])
  await applicationTodos.follow(db, [after])
  await tellUnit(db, after, '谢绝录用')
})
export default [accept, decline]
