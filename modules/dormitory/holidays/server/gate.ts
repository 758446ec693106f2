import { HOUR_MS } from '#model/days.ts'
import { holidayDestination } from '#modules/outing/model/holiday.ts'
import { planOf } from '#modules/outing/server/api.ts'
import { on } from '#server/context.ts'
import { holidayDeparture } from '../model/departure.ts'
import { depart } from './depart.ts'
import { boardersOf } from './people.ts'

const AHEAD_MS = 12 * HOUR_MS
/**
 * 20-DH4: departure by gate. The last exit counts, from half a day before the stated time; an entry within the first half of the holiday cancels it. The return is
 * stored on the destination.
 */
export default on('dormitory.passage', 'dormitory.holidayGate', async ({ db }, { studentId, direction, eventAt }) => {
  if (typeof studentId !== 'string' || typeof eventAt !== 'string') return
  const at = Date.parse(eventAt)
  const until = new Date(at + AHEAD_MS).toISOString()
  const rows = await db.unscoped(holidayDestination).all({ studentId, 'leaveAt.le': until, 'backPlanned.ge': eventAt, 'backAt.isNull': true }) // the event names the student
  for (const row of rows) {
    if (row.choice === 'stay' || !row.answeredAt || !row.leaveAt || !row.backPlanned) continue
    if (direction === 'out') {
      const who = (await boardersOf(db, [studentId])).get(studentId)
      if (!who) continue
      const leaving = { destinationId: row.id, studentId, classId: who.classId, dormId: who.dormId, roomId: who.roomId, at: eventAt, backPlanned: row.backPlanned }
      await depart(db, await planOf(db, row.planId), [leaving], { way: 'gate' })
      continue
    }
    const left = await db.unscoped(holidayDeparture).find({ destinationId: row.id, way: 'gate' }) // see above
    if (left && at > Date.parse(left.departedAt) && at < (Date.parse(row.leaveAt) + Date.parse(row.backPlanned)) / 2) await db.remove(holidayDeparture, left.id)
  }
})
