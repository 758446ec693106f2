import { roomOf } from '#modules/dormitory/server/api.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { findBatch } from '../../steps/server/api.ts'
import { myRoom } from '../model/placement.ts'
import { linkOfBatch, roundIdsOf } from './links.ts'

/** 30-WD: what one's phone shows once one has a bed. */
export default handle(myRoom, async ({ db, me }) => {
  const studentId = ownStudentId(me)
  const found = await findBatch(db, studentId)
  const link = found && (await linkOfBatch(db, found.batch.id))
  const room = link ? await roomOf(db, studentId, roundIdsOf(link)) : null
  return { bed: room?.bed ?? null, moveIn: room?.moveIn ?? null, bring: room ? (link?.bring ?? null) : null, mates: room?.mates ?? [] }
})
