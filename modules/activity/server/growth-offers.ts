import { growthOffers } from '#modules/growth/server/api.ts'
import { activity, phaseOf } from '../model/activity.ts'
import { activityEnrolment } from '../model/enrolment.ts'
import { meantFor } from './audience.ts'

const MOST = 200
/** Activities that are open for enrolment, meant for the student, not yet joined, and have a place left. */
export default growthOffers('activity', async (db, studentId, categories) => {
  const now = new Date().toISOString()
  const open = await db.unscoped(activity).all({ state: 'approved', category: [...categories], 'enrolFrom.le': now, 'enrolTo.ge': now }, { sort: ['startAt'], limit: MOST }) // whom they are meant for is looked at next
  const meant = await meantFor(
    db,
    open.filter(a => phaseOf(a) === 'enrolling' && (a.quota === null || a.held < a.quota)),
    studentId,
  )
  const joined = new Set((await db.unscoped(activityEnrolment).all({ studentId, activityId: meant.map(a => a.id) })).map(e => e.activityId)) // the caller's own
  return meant.flatMap(({ id, category, title, startAt }) => (joined.has(id) ? [] : [{ category, title, startAt, link: '/activity/square' }]))
})
