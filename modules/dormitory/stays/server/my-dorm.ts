import sql from 'sql-template-tag'
import { mustAllow, type OutputOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolClock } from '#model/school-time.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { fileReader } from '#server/files/readers.ts'
import { nightAt } from '../../places/model/night.ts'
import { dormBuilding, dormRoom } from '../../places/model/places.ts'
import { nightHours } from '../../places/server/api.ts'
import { furnitureOf, piecesOf, reportUntil } from '../model/checklist.ts'
import { checkInByDoor, confirmInventory, myDorm } from '../model/own-actions.ts'
import { dormStay } from '../model/stay.ts'
import { bedsOf } from './beds.ts'
import { againstCheckIn, begin, knownOf } from './begin.ts'
import { doorKey, roomOfDoor } from './door.ts'
import { managerNames } from './managers.ts'
import { settingsOf } from './settings.ts'
import { isSecret, withoutSecret } from './unpublished.ts'
import { changeStays, lockStays, type Stay } from './write.ts'

const RECENT_MS = 45 * DAY_MS
type Mine = OutputOf<typeof myDorm>
type Mates = Mine['mates']
/** Current residents of a room, names and classes only; for present and future residents. */
async function matesOf(db: Db, stay: Stay): Promise<Mates> {
  const classes = await db.cached(stuClass)
  const rows = await db.query<{
    name: string
    bedNo: number
    classId: string | null
    isHead: boolean
  }>(sql`select s.name, b.bed_no as "bedNo", s.class_id as "classId", coalesce(r.head_student_id = s.student_id, false) as "isHead"
    from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id join dorm_room r on r.tenant_id = s.tenant_id and r.id = s.room_id
    where s.tenant_id = ${db.me.tenantId} and s.room_id = ${stay.roomId} and s.state in ('reserved', 'checkedIn') and s.student_id <> ${stay.studentId} and not ${isSecret} and s.planned_in <= ${today()}::date + 60 order by b.bed_no`)
  return rows.map(({ classId, ...mate }) => ({ ...mate, className: classes.get(classId ?? '')?.name ?? null }))
}
/** Tonight's curfew as local time. */
async function tonight(db: Db, dormId: string): Promise<string | null> {
  const hours = await nightHours(db, dormId, nightAt(new Date().toISOString()))
  return hours ? schoolClock(hours.curfew) : null
}
async function describe(db: Db, stay: Stay): Promise<Mine> {
  const settings = await settingsOf(db)
  const known = await knownOf(db, [stay])
  const bed = known.beds.get(stay.bedId)
  const dorm = (await db.cached(dormBuilding)).get(stay.dormId ?? '')
  const until = stay.checkInAt ? reportUntil(stay.checkInAt, settings.damageHours) : null
  const isOpen = stay.isOpen
  return {
    id: stay.id,
    studentNo: stay.studentNo,
    name: stay.name,
    bed: bed?.fullName ?? '',
    roomId: stay.roomId ?? '',
    bedNo: bed?.bedNo ?? 0,
    kind: stay.kind,
    state: stay.state,
    plannedIn: stay.plannedIn,
    plannedOut: stay.plannedOut,
    checkInAt: stay.checkInAt,
    checkOutAt: stay.checkOutAt,
    feePerYear: stay.feePerYear,
    dutyPhone: isOpen ? (dorm?.dutyPhone ?? null) : null,
    curfew: isOpen ? await tonight(db, stay.dormId ?? '') : null,
    managers: isOpen ? await managerNames(db, stay.dormId ?? '') : null,
    mates: isOpen ? await matesOf(db, stay) : [],
    pieces: stay.state === 'checkedIn' ? piecesOf(furnitureOf(settings.furniture), stay.inventoryJson ?? []) : [],
    mayReportUntil: stay.state === 'checkedIn' && !stay.inventoryAt && until && Date.parse(until) > Date.now() ? until : null,
    inventoryAt: stay.inventoryAt,
    mayCheckIn: stay.state === 'reserved' && !againstCheckIn(stay, known, { earlyReason: '' }),
  }
}
/** Current, future and recently ended stays of the user. */
const mine = handle(myDorm, async ({ db, me }) => {
  if (!me.studentId) return []
  // one's own rows, filtered by student id
  const open = await withoutSecret(db, await db.unscoped(dormStay).all({ studentId: me.studentId, isOpen: true }, { sort: ['plannedIn'] }))
  const left = await db
    .unscoped(dormStay)
    .all({ studentId: me.studentId, state: 'checkedOut', 'checkOutAt.ge': new Date(Date.now() - RECENT_MS).toISOString() }, { sort: ['-checkOutAt'], limit: 1 })
  const shown = [...open.filter(s => s.state === 'checkedIn'), ...open.filter(s => s.state !== 'checkedIn'), ...left]
  return Promise.all(shown.map(s => describe(db, s)))
})
/** One's own stay, locked; others' are "not found". */
export async function ownStay({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string): Promise<Stay> {
  const [stay] = await lockStays(db, [id])
  if (!stay || !me.studentId || stay.studentId !== me.studentId) throw notFound()
  return stay
}
const confirm = handle(confirmInventory, async (ctx, { id, pieces, note, photos }) => {
  const { db, refuse } = ctx
  const stay = await ownStay(ctx, id)
  const { furniture, damageHours } = await settingsOf(db)
  mustAllow(dormStay, stay, 'confirmInventory', stay.name ?? undefined)
  if (stay.inventoryAt) refuse('done', { at: today(new Date(stay.inventoryAt)) })
  const until = reportUntil(stay.checkInAt ?? '', damageHours)
  if (Date.parse(until) < Date.now()) refuse('late', { until: today(new Date(until)) })
  const list = furnitureOf(furniture)
  const said = (pieces ?? []).filter(p => p !== null)
  const strange = said.find(p => !list.includes(p.item))
  if (strange) refuse('unknown', { item: strange.item })
  const draft = {
    inventoryJson: piecesOf(list, said.length ? said : (stay.inventoryJson ?? [])),
    inventoryAt: new Date().toISOString(),
    damageNote: note ?? null,
    damagePhotos: photos ?? [],
  }
  await changeStays(db, [{ id, ...draft }])
  await attachFiles(db, dormStay, id, draft)
})
/** 20-DR2 by phone: the door code identifies the room, the session the student. */
const byDoor = handle(checkInByDoor, async (ctx, { code }) => {
  const { db, me, refuse } = ctx
  const roomId = roomOfDoor(doorKey(ctx.db), me.tenantId, code)
  const room = roomId && (await db.unscoped(dormRoom).find({ id: roomId })) // the door code itself grants access to this room
  if (!room) return refuse('code', {}, 'code')
  const all = me.studentId ? await db.unscoped(dormStay).all({ studentId: me.studentId, state: ['reserved', 'checkedIn'] }, { sort: ['plannedIn'] }) : [] // restricted to the caller's own rows
  const stays = await withoutSecret(db, all)
  const here = stays.find(s => s.roomId === room.id && s.state === 'checkedIn') ?? stays.find(s => s.roomId === room.id)
  const next = here ?? stays.find(s => s.state === 'reserved')
  if (!next) return refuse('none')
  const bed = (await bedsOf(db, [next.bedId])).get(next.bedId)?.fullName ?? ''
  if (!here) refuse('otherRoom', { room: room.fullName, bed })
  const stay = await ownStay(ctx, next.id)
  const wasCheckedIn = stay.state === 'checkedIn'
  if (!wasCheckedIn) await begin(ctx, [stay], { way: 'self' })
  return { id: stay.id, studentNo: stay.studentNo, name: stay.name, bed, wasCheckedIn }
})
/** Students may see photos they submitted. */
const files = fileReader(dormStay, async (db, id) => Boolean(db.me.studentId && (await db.unscoped(dormStay).count({ id, studentId: db.me.studentId })))) // the condition itself restricts to the owner
export default [mine, confirm, byDoor, files]
