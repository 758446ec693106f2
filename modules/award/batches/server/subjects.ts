import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { dormRoom } from '#modules/dormitory/places/model/places.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Subject } from '../../items/model/award-item.ts'
import { STANDING } from '../model/application-row.ts'

/** Who would be honoured: the student, or the class or room for which they apply. */
export interface Honoured {
  subjectId: string
  recipient: string
  classId: string | null
  roomId: string | null
}
/** Undefined where the student may not apply for such a group (40-A9). */
export async function honouredBy(db: Db, subject: Subject, who: Pick<StudentOf, 'id' | 'name' | 'classId'>): Promise<Honoured | undefined> {
  if (subject === 'student') return { subjectId: who.id, recipient: who.name, classId: who.classId, roomId: null }
  if (subject === 'class') {
    const own = (await db.cached(stuClass)).get(who.classId ?? '')
    return own?.monitorId === who.id ? { subjectId: own.id, recipient: own.name, classId: own.id, roomId: null } : undefined
  }
  const room = await db.unscoped(dormRoom).find({ headStudentId: who.id }) // the room that the student heads
  return room ? { subjectId: room.id, recipient: room.fullName ?? room.roomNo, classId: who.classId, roomId: room.id } : undefined
}
/** The applications that stand for these subjects in these batches, whoever of the class or room made them. */
export async function standingOf(
  db: Db,
  batchIds: readonly string[],
  subjectIds: readonly string[],
): Promise<(batchId: string, itemId: string, subjectId: string) => string | undefined> {
  const rows = await db.query<{ id: string; key: string }>(sql`select id, concat_ws(' ', batch_id, item_id, subject_id) as key from award_application
    where tenant_id = ${db.me.tenantId} and batch_id = any(${[...batchIds]}::uuid[]) and subject_id = any(${[...subjectIds]}::uuid[]) and state = any(${[...STANDING]}::text[])`)
  const byKey = new Map(rows.map(r => [r.key, r.id]))
  return (...key) => byKey.get(key.join(' '))
}
