import { isPresent } from '#modules/student/model/status.ts'
import { on } from '#server/context.ts'
import { activity } from '../model/activity.ts'
import { activityEnrolment, OPEN } from '../model/enrolment.ts'
import { giveUp } from './seats.ts'

export default [
  /** Whoever is no longer present at school leaves the seat to somebody else; activities that have begun are settled as they were. */
  on('student.statusChanged', 'activity.leave', async ({ db }, { studentId, to }) => {
    if (isPresent(String(to))) return
    const rows = await db.unscoped(activityEnrolment).all({ studentId: String(studentId), state: [...OPEN] }) // of the student the event names
    const held = await db.unscoped(activity).lockAll(rows.map(r => r.activityId)) // of these rows
    for (const of of held)
      if (Date.parse(of.startAt) > Date.now())
        await giveUp(
          db,
          of,
          rows.filter(r => r.activityId === of.id).map(r => r.id),
          { state: 'cancelled', note: '已不在校' },
        )
  }),
]
