import sql from 'sql-template-tag'
import { type InputOf, mustAllow, type Row, refusalOf } from '#model'
import { schoolMs } from '#model/school-time.ts'
import { dormRoom } from '#modules/dormitory/places/model/places.ts'
import { accountsOf, studentByNo, studentOf } from '#modules/student/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { notFound } from '#server/data/rows.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { applyForCaller, applyRepair, beforeRepair, repairForm, supportOrder } from '../model/apply-actions.ts'
import { dueTimes } from '../model/clock.ts'
import { repairOutage } from '../model/faults.ts'
import { head, OPEN_ORDER, repairOrder } from '../model/order.ts'
import { ordersChanged } from './order-news.ts'
import { type Order, urgencyOf } from './orders.ts'
import { type FoundPlace, ownRoom, placeOf, scannedRoom } from './places.ts'
import { settingsOf } from './settings.ts'
import { leafOf, type Type } from './types.ts'

type Report = InputOf<typeof applyRepair>
interface Reporter {
  applicantId: string | null
  enteredById?: string
  callerName?: string | null
}
type Outage = Row<typeof repairOutage>

/** 20-R1: open orders of this type at this place. */
async function similarOrders(db: Db, { placeType, roomId, venueId, buildingId, publicPlace }: FoundPlace, typeId: string): Promise<Order[]> {
  const at = placeType === 'room' ? { roomId } : placeType === 'venue' ? { venueId } : { buildingId, publicPlace }
  return db.unscoped(repairOrder).all({ placeType, ...at, typeId, state: OPEN_ORDER }, { limit: 10 }) // told to everybody who reports the same
}
/** Beyond: a planned outage of this type in this building, now. */
async function outageAt(db: Db, { buildingId }: FoundPlace, line: readonly Type[], now = Date.now()): Promise<Outage | undefined> {
  const at = new Date(now).toISOString()
  const running = await db.unscoped(repairOutage).all({ 'startAt.le': at, 'endAt.ge': at }) // announced to everybody
  return running.find(o => line.some(t => o.typeIds.includes(t.id)) && (!o.buildingIds?.length || (buildingId !== null && o.buildingIds.includes(buildingId))))
}
function mustBeFuture(slots: Report['slots']): void {
  for (const slot of slots ?? []) {
    if (!(slot.from < slot.to)) throw refusalOf(repairOrder, 'slotForm', {}, 'slots')
    if (schoolMs(slot.date, slot.to) <= Date.now()) throw refusalOf(repairOrder, 'slotPast', { slot: `${slot.date} ${slot.from}–${slot.to}` }, 'slots')
  }
}
/** Stores a report. `permission`: of staff who report from rooms it reaches. */
async function report(ctx: Ctx, form: Report, reporter: Reporter, permission?: string): Promise<Order> {
  const { db } = ctx
  const [place, { type, line }] = [await placeOf(ctx, form, permission), await leafOf(db, form.typeId)]
  mustBeFuture(form.slots)
  const outage = await outageAt(db, place, line)
  if (outage) throw refusalOf(repairOrder, 'outage', { place: place.place, name: outage.name, until: outage.endAt })
  const count = form.isNew ? 0 : (await similarOrders(db, place, type.id)).length
  if (count) throw refusalOf(repairOrder, 'similar', { count })
  const { doorCode: _door, isNew: _new, ...said } = form
  const [urgency, settings] = [await urgencyOf(db, type.defaultUrgencyId), await settingsOf(db)]
  const now = new Date().toISOString()
  const times = dueTimes(Date.parse(now), 0, urgency, settings)
  const row = await db.insert(repairOrder, {
    ...said,
    ...place,
    ...reporter,
    ...times,
    clockFrom: now,
    title: form.title || type.name,
    orderNo: await serialNo(db, 'BX', 'repair_order_no_seq'),
    urgencyId: urgency.id,
    // 20-R3: whoever grabs it first; unclaimed in the time to respond, it is dispatched
    dispatchAt: type.mode === 'grab' ? times.dueRespond : now,
  })
  await attachFiles(db, repairOrder, row.id, form)
  await ordersChanged(db, [row])
  return row
}
const applyOwn = handle(applyRepair, async (ctx, form) => {
  const { id, orderNo } = await report(ctx, form, { applicantId: ctx.me.userId })
  return { id, orderNo }
})
/** 20-R11: a student who calls is the applicant and gets all messages; of others the name is kept. */
const applyFor = handle(applyForCaller, async (ctx, { studentNo, callerName, ...form }) => {
  const { db, me, refuse } = ctx
  if (!studentNo && !callerName) refuse('caller', {}, 'callerName')
  if (studentNo) countTriedNumbers(me, 1)
  const student = studentNo ? await studentByNo(db, studentNo) : undefined
  if (studentNo && !student) refuse('unknown', { no: studentNo }, 'studentNo')
  const applicantId = student ? ((await accountsOf(db, [student.id])).get(student.id) ?? null) : null
  const { id, orderNo } = await report(ctx, form, { applicantId, enteredById: me.userId, callerName: callerName ?? student?.name ?? null }, applyForCaller.permission)
  return { id, orderNo }
})
const isTheirs = (o: Order, userId: string): boolean => o.applicantId === userId || o.supporterIds?.includes(userId) === true
async function lastPhone(db: Db): Promise<string | null> {
  const [row] = await db.query<{ phone: string }>(
    sql`select phone from repair_order where tenant_id = ${db.me.tenantId} and applicant_id = ${db.me.userId} order by created_at desc limit 1`,
  )
  return row?.phone ?? null
}
const form = handle(repairForm, async ({ db, me }, { doorCode }) => {
  const student = me.studentId ? await studentOf(db, me.studentId) : undefined
  const scanned = doorCode ? await db.unscoped(dormRoom).one(await scannedRoom(db, doorCode)) : undefined // the caller stands at its door
  const room = scanned ? { id: scanned.id, name: scanned.fullName ?? '' } : await ownRoom(db)
  return { room, phone: student?.phone ?? (await lastPhone(db)), dutyPhone: (await settingsOf(db)).dutyPhone || null }
})
/** 20-R1, 20-R11 and beyond: same faults, outage, own remedies, and whether to call first. Staff see the same for rooms they reach. */
const before = handle(beforeRepair, async (ctx, { typeId, ...given }) => {
  const { db, me } = ctx
  const permission = me.permissions.has(applyForCaller.permission) ? applyForCaller.permission : undefined
  const [place, { type, line }] = [await placeOf(ctx, given, permission), await leafOf(db, typeId)]
  const [similar, outage, urgency] = [await similarOrders(db, place, typeId), await outageAt(db, place, line), await urgencyOf(db, type.defaultUrgencyId)]
  return {
    similar: similar.map(o => ({ ...only(head, o), supporters: o.supporterIds?.length ?? 0, isMine: isTheirs(o, me.userId) })),
    outage: outage ? { name: outage.name, endAt: outage.endAt, note: outage.note } : null,
    selfHelp: type.selfHelp,
    callsFirst: urgency.callsFirst,
    questions: type.formJson ?? [],
  }
})
/** Rooms are private: only who could report from there joins a report. */
async function mustBeThere({ db }: Pick<Ctx, 'db'>, order: Order, doorCode: string | null | undefined): Promise<void> {
  if (order.placeType !== 'room') return
  const roomId = doorCode ? await scannedRoom(db, doorCode) : (await ownRoom(db))?.id
  if (roomId !== order.roomId) throw notFound()
}
/** 20-R1: "me too". Supporters get every message of the order. Appended in the database, so that two at once both count. */
const support = handle(supportOrder, async ({ db, me }, { id, doorCode }) => {
  const row = await db.unscoped(repairOrder).lock(id) // whether the caller is at its place is checked next
  await mustBeThere({ db }, row, doorCode)
  mustAllow(repairOrder, row, 'support')
  if (isTheirs(row, me.userId)) return
  await db.updateWhere(repairOrder, { id }, { supporterIds: sql`coalesce(t.supporter_ids, '[]') || to_jsonb(${me.userId}::text)` })
})
export default [applyOwn, applyFor, form, before, support]
