import { PRESENT } from '#modules/student/model/status.ts'
import { today } from '#server/base/today.ts'
import { on } from '#server/context.ts'
import { postApplication } from '../model/application.ts'
import { engagement } from '../model/engagement.ts'
import { applicationTodos } from './about.ts'
import { endThem } from './engagements.ts'
import { returnSeats } from './seats.ts'

/** 40-W9: whoever leaves school leaves the post at once, and whatever is open of applying ends. */
export default on('student.statusChanged', 'workStudy.leave', async ({ db }, { studentId, to, effectiveDate }) => {
  if ((PRESENT as readonly unknown[]).includes(to)) return
  const id = String(studentId)
  const active = await db.unscoped(engagement).all({ studentId: id, state: 'active' }) // of the student of the event
  await endThem(
    db,
    active.map(e => e.id),
    { to: String(effectiveDate ?? today()).slice(0, 10), endCause: 'leftSchool' },
  )
  const open = await db.updateWhere(postApplication, { studentId: id, state: ['pending', 'interview', 'offered'] }, { state: 'withdrawn' }, { returning: ['postId', 'offerUntil'] })
  const rows = await db.unscoped(postApplication).all({ id: open.map(o => o.id) }) // the same
  await returnSeats(
    db,
    rows.filter(r => r.offerUntil).map(r => r.postId),
  )
  await applicationTodos.follow(db, rows)
})
