import { addDays } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import { lobbyItems } from '#server/extensions/lobby-items.ts'
import { activity, phaseOf } from '../model/activity.ts'
import { wordsOf } from './organisers.ts'

const MOST = 50
/** Today's activities that are for the whole school. */
export default lobbyItems('activity', async db => {
  const until = schoolInstant(addDays(today(), 1), '00:00')
  const rows = await db.unscoped(activity).all({ state: 'approved', 'endAt.ge': new Date().toISOString(), 'startAt.le': until }, { sort: ['startAt'], limit: MOST }) // those for everybody are chosen next
  const open = rows.filter(r => !r.membersOnly && !r.collegeIds?.length && !r.grades?.length && r.organiserType !== 'class')
  const words = await wordsOf(db, open)
  return {
    events: open.map(r => ({
      title: r.title,
      from: r.startAt,
      to: r.endAt,
      place: words(r).place,
      left: r.quota !== null && phaseOf(r) === 'enrolling' ? Math.max(0, r.quota - r.held) : null,
    })),
  }
})
