import sql from 'sql-template-tag'
import { dormRoom } from '#modules/dormitory/places/model/places.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { repairForm } from '../model/apply-actions.ts'
import { ownRoom, scannedRoom } from './places.ts'
import { settingsOf } from './settings.ts'

async function lastPhone(db: Db): Promise<string | null> {
  const [row] = await db.query<{ phone: string }>(
    sql`select phone from repair_order where tenant_id = ${db.me.tenantId} and applicant_id = ${db.me.userId} order by created_at desc limit 1`,
  )
  return row?.phone ?? null
}
export default handle(repairForm, async ({ db, me }, { doorCode }) => {
  const student = me.studentId ? await studentOf(db, me.studentId) : undefined
  const scanned = doorCode ? await db.unscoped(dormRoom).one(await scannedRoom(db, doorCode)) : undefined // the caller stands at its door
  const room = scanned ? { id: scanned.id, name: scanned.fullName ?? '' } : await ownRoom(db)
  return { room, phone: student?.phone ?? (await lastPhone(db)), dutyPhone: (await settingsOf(db)).dutyPhone || null }
})
