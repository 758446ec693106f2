import sql, { empty } from 'sql-template-tag'
import { studentByNo } from '#modules/student/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { dormBed, dormBuilding } from '../../places/model/places.ts'
import { isFreeBetween } from '../../places/server/api.ts'
import { freeBeds, registerStay } from '../model/actions.ts'
import { arrange } from './arrange.ts'
import { bedsOf, bedWithPlace, isLockedNow, roomGender, roomWhy } from './beds.ts'

const MOST = 200
/** The bed must be in the desk's buildings; the student may be of any class and is named by full number. */
const register = handle(registerStay, async ({ db, me, refuse }, { studentNo, bedId, kind, plannedIn, plannedOut }) => {
  const bed = await db.visible(dormBed).find({ id: bedId })
  if (!bed) refuse('bedUnknown', {}, 'bedId')
  countTriedNumbers(me, 1)
  const who = await studentByNo(db, studentNo.trim())
  if (!who) return refuse('studentUnknown', { studentNo }, 'studentNo')
  const [stay] = await arrange(db, [{ studentId: who.id, bedId, kind: kind ?? 'main', source: 'manual', plannedIn, plannedOut: plannedOut ?? null }])
  const beds = await bedsOf(db, [bedId])
  return { id: stay?.id ?? '', studentNo: who.studentNo, name: who.name, bed: beds.get(bedId)?.fullName ?? '', state: 'reserved' as const }
})
/** Beds of a building available to this student in that time, emptiest rooms of the right sex first. */
const free = handle(freeBeds, async ({ db, me }, { dormId, studentNo, plannedIn, plannedOut, kind, roomNo }) => {
  const dorm = await db.visible(dormBuilding).one(dormId)
  countTriedNumbers(me, studentNo ? 1 : 0)
  const who = studentNo ? await studentByNo(db, studentNo.trim()) : undefined
  return db.query<{
    id: string
    roomNo: string
    bedNo: number
    fullName: string
  }>(sql`select b.id, r.room_no as "roomNo", b.bed_no as "bedNo", b.full_name as "fullName" from ${bedWithPlace(db.me.tenantId)}
    where b.dorm_id = ${dorm.id} and b.is_enabled and not ${isLockedNow} and ${roomWhy(today())} is null and ${roomGender} ${who ? sql`= ${who.genderCode}` : sql`is not null`}
      ${roomNo ? sql`and r.room_no like ${`${roomNo.replaceAll(/[%_\\]/g, '')}%`}` : empty} and ${isFreeBetween(db, kind ?? 'main', plannedIn, plannedOut ?? null)}
    order by r.room_no, b.bed_no limit ${MOST}`)
})
export default [register, free]
