import { HOUR_MS } from '#model/days.ts'
import { on } from '#server/context.ts'
import { goingOut, NOT_BACK } from '../model/going-out.ts'
import { holidayDestination } from '../model/holiday.ts'
import { trips } from './application.ts'
import { markBack, markOut } from './transitions.ts'

const AHEAD_MS = 2 * HOUR_MS
/** 20-G2: passage by gate or door code. An exit counts from two hours before the plan; an entry ends a trip that has begun. */
const passage = on('dormitory.passage', 'outing.passage', async ({ db }, { studentId, direction, eventAt }) => {
  if (typeof studentId !== 'string' || typeof eventAt !== 'string') return
  const at = Date.parse(eventAt)
  const rows = await db.unscoped(goingOut).all({ studentId, state: NOT_BACK, 'confirmedAt.isNull': false }) // the event names the student
  for (const row of rows) {
    if (direction === 'out' && row.state === 'registered' && at >= Date.parse(row.outPlanned) - AHEAD_MS && at < Date.parse(row.backPlanned))
      await markOut(db, row, { at: eventAt, way: 'gate' })
    if (direction === 'in' && row.state !== 'registered' && (!row.outAt || at > Date.parse(row.outAt))) await markBack(db, row, { at: eventAt, way: 'gate' })
  }
  if (direction !== 'in') return
  const away = await db.unscoped(holidayDestination).all({ studentId, 'leaveAt.le': eventAt, 'backAt.isNull': true }) // see above
  for (const row of away)
    if (row.backPlanned && at >= (Date.parse(row.leaveAt ?? eventAt) + Date.parse(row.backPlanned)) / 2) await db.update(holidayDestination, row.id, { backAt: eventAt })
})
const WHY = '学籍状态变动'
/** Ends trips and answers of somebody who is no longer a student. */
const status = on('student.statusChanged', 'outing.end', async (ctx, { studentId, to }) => {
  const { db } = ctx
  if (typeof studentId !== 'string' || to === 'active') return
  const rows = await db.unscoped(goingOut).all({ studentId, state: ['pending', 'returned', ...NOT_BACK] }) // an event about the student: no data scope applies
  for (const row of rows) {
    if (row.state === 'out' || row.state === 'overdue') await markBack(db, row, { at: new Date().toISOString(), way: 'staff', note: WHY })
    else await trips.cancelApproved(ctx, row, WHY)
  }
})
export default [passage, status]
