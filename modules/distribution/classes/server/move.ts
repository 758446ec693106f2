import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { moveStudents, unlockStudents } from '../model/actions.ts'
import { roomOf } from '../model/engine/measures.ts'
import { distributionLine } from '../model/line.ts'
import { distributionPlan } from '../model/plan.ts'
import { classesOf, peopleOf } from './division.ts'

/** 30-SN2 */
const move = handle(moveStudents, async ({ db, refuse }, { id, studentIds, classId = null }) => {
  const plan = await db.visible(distributionPlan).lock(id, 'move')
  const wanted = [...new Set(studentIds)]
  const lines = await db.unscoped(distributionLine).all({ planId: id, studentId: wanted }) // the plan is the caller's
  if (lines.length < wanted.length) refuse('unknown', { count: wanted.length - lines.length })
  if (classId) {
    const to = (await classesOf(db, plan)).find(c => c.id === classId) ?? refuse('noClass', { className: '—' }, 'classId')
    const stranger = lines.find(l => l.gradeMajorId !== to.gradeMajorId)
    if (stranger) {
      const [who, majors] = [(await studentsOf(db, [stranger.studentId])).get(stranger.studentId), await db.cached(gradeMajor)]
      refuse('otherMajor', { name: who?.name ?? '—', gradeMajor: majors.get(stranger.gradeMajorId)?.name ?? '—', className: to.name }, 'classId')
    }
    const coming = lines.filter(l => l.classId !== classId).length
    const room = roomOf(to, (await sizeOf(db, id, classId)) + (await peopleOf(db, plan)).filter(p => p.classId === classId).length)
    if (coming > room) refuse('full', { className: to.name, room, count: coming }, 'classId')
  }
  await db.updateWhere(distributionLine, { planId: id, studentId: wanted }, { classId, isLocked: true })
  await counted(db, id)
  return { moved: wanted.length }
})
const sizeOf = (db: Db, planId: string, classId: string): Promise<number> => db.unscoped(distributionLine).count({ planId, classId }) // the plan is the caller's
const counted = async (db: Db, planId: string): Promise<void> => {
  const placedCount = await db.unscoped(distributionLine).count({ planId, 'classId.isNull': false }) // the plan is the caller's
  await db.updateWhere(distributionPlan, { id: planId }, { placedCount }, { bookkeeping: true })
}
const unlock = handle(unlockStudents, async ({ db }, { id, studentIds }) => {
  await db.visible(distributionPlan).lock(id, 'unlock')
  return { unlocked: (await db.updateWhere(distributionLine, { planId: id, studentId: [...studentIds], isLocked: true }, { isLocked: false })).length }
})
export default [move, unlock]
