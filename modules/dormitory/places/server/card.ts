import sql from 'sql-template-tag'
import type { Row } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { roomCard } from '../model/map.ts'
import { type BedState, dormRoom } from '../model/places.ts'
import { LOCKED } from './bed-facts.ts'
import { BED_STATE, bedsTaken } from './counts.ts'
import { fees } from './fees.ts'
import { roomNotes } from './room-notes.ts'

const LATELY = 5
interface CardBed {
  id: string
  bedNo: number
  bedType: string
  state: BedState
  studentId: string | null
  name: string | null
  studentNo: string | null
  className: string | null
  since: string | null
  until: string | null
  lockReason: string | null
  lockedUntil: string | null
  lockedByName: string | null
}
const bedsIn = (db: Db, roomId: string): Promise<CardBed[]> =>
  db.query<CardBed>(sql`
    select x.id, x."bedNo", x."bedType", x.state, x."studentId", x.name, x."lockReason", x."lockedUntil", case when x."studentId" is null then null else s.student_no end as "studentNo", c.name as "className", coalesce((s.check_in_at at time zone 'Asia/Shanghai')::date, s.planned_in)::text as since,
      s.planned_out::text as until, u.nick_name as "lockedByName"
    from (select b.tenant_id, b.id, b.bed_no as "bedNo", b.bed_type as "bedType", ${BED_STATE} as state, t.student_id as "studentId", t.name, t.stay_id,
        case when ${LOCKED} then b.lock_reason end as "lockReason", case when ${LOCKED} then b.locked_until end as "lockedUntil", case when ${LOCKED} then b.locked_by end as locked_by
      from ${bedsTaken(db, sql`b.room_id = ${roomId}`)}) x
    left join dorm_stay s on s.tenant_id = x.tenant_id and s.id = x.stay_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    left join sys_user u on u.tenant_id = x.tenant_id and u.id = x.locked_by order by x."bedNo"`)
interface Change {
  id: string
  on: string
  bedNo: number
  name: string
  what: 'in' | 'out'
}
const changesIn = (db: Db, roomId: string): Promise<Change[]> =>
  db.query<Change>(sql`
    select m.id, (m.at at time zone 'Asia/Shanghai')::date::text as "on", b.bed_no as "bedNo", m.name, m.what from (
      select tenant_id, id || '-in' as id, bed_id, name, 'in' as what, check_in_at as at from dorm_stay where tenant_id = ${db.me.tenantId} and room_id = ${roomId} and check_in_at is not null
      union all select tenant_id, id || '-out', bed_id, name, 'out', check_out_at from dorm_stay where tenant_id = ${db.me.tenantId} and room_id = ${roomId} and check_out_at is not null) m
    join dorm_bed b on b.tenant_id = m.tenant_id and b.id = m.bed_id order by m.at desc, b.bed_no limit ${LATELY}`)
/** Price and arrears, if a fee module is connected. */
async function moneyOf(db: Db, room: Row<typeof dormRoom>, beds: readonly CardBed[]) {
  const sleepers = beds.flatMap(b => (b.state === 'occupied' && b.studentId ? [b.studentId] : []))
  const [prices, standing] = [await fees(db).prices(db, [room.id]), await fees(db).standing(db, sleepers)]
  const owing = [...standing.values()].filter(s => s.state === 'owing')
  return { feePerYear: prices.get(room.id) ?? null, owing: standing.size ? owing.length : null, owed: standing.size ? owing.reduce((sum, s) => sum + s.owing, 0) : null }
}
async function notesOf({ db, lang }: Pick<Ctx, 'db' | 'lang'>, roomId: string) {
  const found = await Promise.all(db.registered(roomNotes).map(async ({ label, find }) => ({ label: translate(lang, label), wording: await find(db, roomId) })))
  return found.flatMap(({ label, wording }) => (wording ? [{ label, text: formatWording(lang, wording) }] : []))
}
export default handle(roomCard, async ({ db, lang }, { id }) => {
  const room = await db.visible(dormRoom).one(id)
  const [head] = await db.query<{ headName: string | null }>(sql`
    select h.name as "headName" from student h where h.tenant_id = ${db.me.tenantId} and h.id = ${room.headStudentId}`)
  const beds = await bedsIn(db, room.id)
  const { roomNo, roomType, usage, state, orientation, isEnabled, closedFrom, closedTo, closedReason, headStudentId } = room
  return {
    id: room.id,
    dormId: room.dormId ?? '',
    fullName: room.fullName ?? '',
    ...{ roomNo, roomType, usage, state, orientation, isEnabled, closedFrom, closedTo, closedReason, headStudentId },
    genderCode: room.lodgingGender,
    headName: head?.headName ?? null,
    hasBathroom: room.hasBathroom ?? false,
    hasAircon: room.hasAircon ?? false,
    accessible: room.accessible ?? false,
    departmentName: (await db.cached(department)).get(room.departmentId ?? '')?.name ?? null,
    ...(await moneyOf(db, room, beds)),
    beds: beds.map(b => ({
      id: b.id,
      bedNo: b.bedNo,
      bedType: b.bedType,
      state: b.state,
      studentId: b.studentId,
      name: b.name,
      studentNo: b.studentNo,
      className: b.className,
      since: b.studentId ? b.since : null,
      until: b.until,
      lockReason: b.lockReason,
      lockedUntil: b.lockedUntil,
      lockedByName: b.lockedByName,
    })),
    notes: await notesOf({ db, lang }, room.id),
    changes: await changesIn(db, room.id),
  }
})
