import sql from 'sql-template-tag'
import { mustAllow } from '#model'
import { dormRoom } from '#modules/dormitory/places/model/places.ts'
import { accountsOf, studentByNo, studentOf } from '#modules/student/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { applyForCaller, applyRepair, beforeRepair, repairForm, supportOrder } from '../model/apply-actions.ts'
import { repairOrder } from '../model/order.ts'
import { type Order, urgencyOf } from './orders.ts'
import { ownRoom, placeOf, scannedRoom } from './places.ts'
import { outageAt, report, similarOrders } from './report.ts'
import { settingsOf } from './settings.ts'
import { leafOf } from './types.ts'

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
  const permission = me.permissions.has('repair:repairOrder:applyFor') ? 'repair:repairOrder:applyFor' : undefined
  const [place, { type, line }] = [await placeOf(ctx, given, permission), await leafOf(db, typeId)]
  const [similar, outage, urgency] = [await similarOrders(db, place, typeId), await outageAt(db, place, line), await urgencyOf(db, type.defaultUrgencyId)]
  return {
    similar: similar.map(({ id, orderNo, title, state, createdAt, applicantId, supporterIds }) => ({
      id,
      orderNo,
      title,
      state,
      createdAt,
      supporters: supporterIds?.length ?? 0,
      isMine: applicantId === me.userId || Boolean(supporterIds?.includes(me.userId)),
    })),
    outage: outage ? { name: outage.name, endAt: outage.endAt, note: outage.note } : null,
    selfHelp: type.selfHelp,
    callsFirst: urgency.callsFirst,
    questions: (type.formJson ?? []).flatMap(q => q ?? []),
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
  if (row.applicantId === me.userId || row.supporterIds?.includes(me.userId)) return
  await db.updateWhere(repairOrder, { id }, { supporterIds: sql`coalesce(t.supporter_ids, '[]') || to_jsonb(${me.userId}::text)` })
})
export default [applyOwn, applyFor, form, before, support]
