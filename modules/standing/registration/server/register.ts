import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { markAnswered } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { registrationBatch } from '../model/batch.ts'
import { REGISTRATION_MESSAGES } from '../model/messages.ts'
import { METHODS, registrationRecord } from '../model/record.ts'
import { blockedBy, type Checked, checkedOf, snapshotOf } from './checks.ts'
import { aboutRecord } from './notify.ts'

export type Batch = Row<typeof registrationBatch>
export type Record = Row<typeof registrationRecord>
/** 30-SG1: who is away does not register. */
export const AWAY: readonly StudentStatus[] = ['suspended', 'retained']
interface Entering {
  method: keyof typeof METHODS
  byId: string | null
}
export interface Entered {
  who: StudentOf
  record: Record
  checked: Checked
}
/**
 * Registers a student, whoever presses first: the student's row is locked, so a tap and a scan at the same moment leave one record, and the second is told. Who does not meet the
 * conditions stays unregistered, with what was looked at.
 */
export async function enter(db: Db, batch: Batch, studentId: string, { method, byId }: Entering): Promise<Entered> {
  const who = await studentOf(db, studentId, { lock: true })
  if (!who) throw refusalOf(registrationRecord, 'unknown', { studentNo: '' })
  const place = { departmentId: who.departmentId, classId: who.classId }
  const before = (await recordOf(db, batch.id, studentId)) ?? (await begun(db, batch, studentId, place))
  if (before.state === 'registered')
    throw refusalOf(registrationRecord, 'already', { name: who.name, at: schoolTimeText(before.at ?? ''), method: { text: METHODS[before.method ?? 'self'] } })
  if (who.status !== 'active') throw refusalOf(registrationRecord, 'exempt', { name: who.name, status: who.status ? STUDENT_STATUS[who.status] : '—' })
  const checked = await checkedOf(db, batch, studentId)
  const now = new Date().toISOString()
  const record = await db.update(registrationRecord, before.id, {
    ...place,
    checkSnapshot: snapshotOf(checked),
    blockedBy: checked.isMet ? null : blockedBy(checked),
    ...(method === 'self' ? { triedAt: now } : {}),
    ...(checked.isMet ? { state: 'registered' as const, method, at: now, byId, deferUntil: null } : {}),
  })
  if (checked.isMet) await registered(db, batch, who, record)
  return { who, record, checked }
}
/** Of a student who joined since: the record that stands in, whether made here or meanwhile for the list. */
const begun = async (db: Db, { id: batchId }: Batch, studentId: string, place: Pick<Record, 'departmentId' | 'classId'>): Promise<Record> =>
  (await db.insertOrSkip(registrationRecord, { batchId, studentId, ...place })) ?? ((await recordOf(db, batchId, studentId)) as Record)
async function registered(db: Db, batch: Batch, who: StudentOf, record: Record): Promise<void> {
  if (who.userId) await markAnswered(db, registrationBatch, batch, [who.userId])
  await notifyAbout(db, REGISTRATION_MESSAGES.registered, aboutRecord, [{ row: record, who }])
  await tell(db, batch, who.id, 'registered')
}
/** Other modules hear how a student stands in the registration of the term. */
export const tell = (db: Db, { xn, xqM }: Batch, studentId: string, state: Record['state']): Promise<void> => db.emit('student.registered', { studentId, xn, xqM, state })
export const recordOf = (db: Db, batchId: string, studentId: string): Promise<Record | undefined> => db.unscoped(registrationRecord).find({ batchId, studentId }) // the caller names the student
