import { studentByNo } from '#modules/student/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { handle } from '#server/context.ts'
import { draftViolations } from '../../checks/server/api.ts'
import { dormPatrol } from '../../nights/model/night-line.ts'
import { dormBed, dormBuilding, dormRoom } from '../../places/model/places.ts'
import { foundMoved } from '../model/private-move.ts'
import { homesOf } from './homes.ts'

/** 20-DM8: creates a violation draft from a patrol, so that the student is heard before a decision. Idempotent per patrol. */
export default handle(foundMoved, async ({ db, me, refuse }, { patrolId, studentNo, roomNo, bedNo, details }) => {
  const patrol = await db.visible(dormPatrol).one(patrolId)
  const dorm = (await db.cached(dormBuilding)).get(patrol.dormId)
  const room = await db.unscoped(dormRoom).find({ dormId: patrol.dormId, roomNo: roomNo.trim() }) // of the patrolled building
  if (!room) return refuse('roomUnknown', { dorm: dorm?.name, roomNo }, 'roomNo')
  countTriedNumbers(me, 1)
  const who = await studentByNo(db, studentNo.trim()) // the person found is identified by full student number
  const home = who && (await homesOf(db, [who.id])).get(who.id)
  if (!who || !home) return refuse('studentUnknown', { studentNo }, 'studentNo')
  const own = await db.unscoped(dormBed).one(home.bedId) // for comparison with the finding
  if (room.id === home.roomId && (!bedNo || bedNo === own.bedNo)) refuse('own', { studentNo, bed: home.bed }, 'roomNo')
  const found = [room.fullName, bedNo ? `${bedNo} 号床` : ''].filter(Boolean).join(' ')
  const made = await draftViolations(db, [
    {
      studentId: who.id,
      roomId: room.id,
      type: 'privateMove',
      level: 'ordinary',
      at: patrol.lastAt ?? patrol.startedAt,
      details: [`查寝时睡在 ${found}，登记的床位是 ${home.bed}。`, details ?? ''].join(''),
      sourceType: 'dormPatrol',
      sourceId: patrol.id,
      sourceSeq: `privateMove ${who.id}`,
    },
  ])
  return { isNew: made.length > 0 }
})
