import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { CHOICES, holidayDestination, holidayPlan } from '#modules/outing/model/holiday.ts'
import { leaveWithoutAnswer, planOf } from '#modules/outing/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { fileReader } from '#server/files/readers.ts'
import { translate } from '#server/i18n/translate.ts'
import { dormRoom } from '../../places/model/places.ts'
import { dormStay } from '../../stays/model/stay.ts'
import { doorKey, roomOfDoor } from '../../stays/server/api.ts'
import { leaveSchool, myLeaving, noteLeft, noteSafe } from '../model/actions.ts'
import { holidayDeparture, isSafe, ROOM_SAFE } from '../model/departure.ts'
import { type Stands, standing } from './board.ts'
import { depart } from './depart.ts'
import { boardersOf, selfOf } from './people.ts'

const EARLY_MS = 12 * HOUR_MS
const WHOLE = { power: true, windows: true, door: true }
/** Residents of a room with their holiday status; for a resident, or for readers with the room in scope. */
const roomOf = (db: Db, planId: string, roomId: string) =>
  db.query<{ studentId: string; name: string; stands: Stands }>(
    sql`select s.student_id as "studentId", s.name, s.stands from ${standing(db, planId, sql`(select * from dorm_stay where tenant_id = ${db.me.tenantId} and room_id = ${roomId})`)} s order by s.name`,
  )
const isGone = ({ stands }: { stands: Stands }): boolean => stands === 'left' || stands === 'back'

/** 20-DH4: scanned when leaving. The last resident submits the safety report with a photo. */
const leave = handle(leaveSchool, async (ctx, { planId, code, photos, ...said }) => {
  const { db, me, lang, refuse } = ctx
  const who = await selfOf(ctx, { isLocked: true })
  const plan = await planOf(db, planId)
  if (today() > plan.holidayTo) refuse('closed', { name: plan.name, to: plan.holidayTo })
  if (!who.roomId) refuse('noStay')
  const roomId = roomOfDoor(doorKey(ctx.db), me.tenantId, code)
  const room = roomId && (await db.unscoped(dormRoom).find({ id: roomId })) // the door code itself grants access to this room
  if (!room) return refuse('code', {}, 'code')
  if (room.id !== who.roomId) refuse('otherRoom', { room: room.fullName, bed: who.bed })
  const answer = await db.unscoped(holidayDestination).find({ planId, studentId: who.id }) // restricted to the caller's own rows
  if (!answer?.answeredAt) return refuse('noAnswer', { name: plan.name })
  if (answer.choice === 'stay') refuse('staying', { name: plan.name })
  if (answer.leaveAt && Date.parse(answer.leaveAt) - EARLY_MS > Date.now())
    refuse('early', { name: plan.name, from: schoolTimeText(new Date(Date.parse(answer.leaveAt) - EARLY_MS).toISOString()) })
  // row lock on the room: of two leaving at once only one is the last
  await db.query(sql`select 1 from dorm_room where tenant_id = ${me.tenantId} and id = ${room.id} for update`)
  const isLast = (await roomOf(db, planId, room.id)).every(r => r.studentId === who.id || isGone(r))
  const safe = { power: said.power === true, windows: said.windows === true, door: said.door === true }
  if (isLast && (!isSafe(safe) || !photos?.length)) {
    const lacking = (Object.keys(ROOM_SAFE) as Array<keyof typeof ROOM_SAFE>).filter(k => !safe[k]).map(k => translate(lang, ROOM_SAFE[k]))
    refuse('unsafe', { room: room.fullName, what: lacking.length ? lacking : [translate(lang, '房间照片')] })
  }
  const departedAt = new Date().toISOString()
  const at = { destinationId: answer.id, studentId: who.id, classId: who.classId, dormId: who.dormId, roomId: room.id, at: departedAt, backPlanned: answer.backPlanned }
  await depart(db, plan, [at], { way: 'scan', roomSafe: isLast || isSafe(safe) ? safe : null })
  const row = await db.unscoped(holidayDeparture).find({ destinationId: answer.id }) // written just before
  if (row && photos?.length) await attachFiles(db, holidayDeparture, row.id, await db.update(holidayDeparture, row.id, { photos }))
  return { departedAt, isLast }
})
const MOST = 10
/** The user's holidays not yet over, with open steps. */
const mine = handle(myLeaving, async ({ db, me, lang }) => {
  if (!me.studentId) return []
  const who = (await boardersOf(db, [me.studentId])).get(me.studentId)
  const answers = await db.unscoped(holidayDestination).all({ studentId: me.studentId, 'answeredAt.isNull': false }, { sort: ['-answeredAt'], limit: MOST }) // restricted to the caller's own rows
  const plans = await db.unscoped(holidayPlan).all({ id: answers.map(a => a.planId), 'holidayTo.ge': today(), state: ['published', 'paused', 'closed'] }, { sort: ['holidayFrom'] }) // those the user has answered
  return Promise.all(
    plans.map(async plan => {
      const answer = answers.find(a => a.planId === plan.id)
      const left = answer && (await db.unscoped(holidayDeparture).find({ destinationId: answer.id })) // restricted to the caller's own rows
      const mates = who?.roomId ? (await roomOf(db, plan.id, who.roomId)).filter(r => r.studentId !== me.studentId) : []
      const here = mates.filter(r => !isGone(r))
      const leaves = answer?.choice !== 'stay'
      const isDue = !answer?.leaveAt || Date.parse(answer.leaveAt) - EARLY_MS <= Date.now()
      return {
        planId: plan.id,
        name: plan.name,
        from: plan.holidayFrom,
        to: plan.holidayTo,
        choice: translate(lang, CHOICES[answer?.choice ?? 'other']),
        leaveAt: answer?.leaveAt ?? null,
        backPlanned: answer?.backPlanned ?? null,
        backAt: answer?.backAt ?? null,
        departedAt: left?.departedAt ?? null,
        way: left?.way ?? null,
        room: who?.bed ?? null,
        isLast: leaves && who?.roomId !== null && !here.length,
        isSafe: isSafe(left?.roomSafe ?? null),
        canLeave: leaves && Boolean(who?.roomId) && isDue && !answer?.backAt && (left ? left.way === 'gate' && !here.length && !isSafe(left.roomSafe) : true),
        here: leaves ? here.map(r => r.name) : [],
      }
    }),
  )
})
/** By hand, for students in scope; a student who left without an answer counts as away. */
const note = handle(noteLeft, async ({ db, refuse }, { planId, studentIds, at: given, note: text }) => {
  const plan = await planOf(db, planId)
  const ids = [...new Set(studentIds)]
  const at = given ?? new Date().toISOString()
  if (Date.parse(at) > Date.now()) refuse('future', { at: schoolTimeText(at) }, 'at')
  if ((await db.visibleFor(dormStay, 'dormitory:holidayClosing:board').all({ studentId: ids, state: 'checkedIn' })).filter(s => s.kind !== 'temporary').length < ids.length)
    throw notFound()
  const people = await boardersOf(db, ids, { isLocked: true })
  const answers = await db.unscoped(holidayDestination).all({ planId, studentId: ids }) // found within the caller's scope just before
  const staying = answers.filter(a => a.choice === 'stay' && a.answeredAt)
  if (staying.length) refuse('staying', { names: staying.map(a => people.get(a.studentId)?.name ?? '') })
  await leaveWithoutAnswer(
    db,
    plan,
    [...people.values()].filter(p => !answers.some(a => a.studentId === p.id)),
    at,
  )
  const all = await db.unscoped(holidayDestination).all({ planId, studentId: ids }) // see above
  const leaving = all.flatMap(a => {
    const who = people.get(a.studentId)
    return who ? [{ destinationId: a.id, studentId: a.studentId, classId: who.classId, dormId: who.dormId, roomId: who.roomId, at, backPlanned: a.backPlanned }] : []
  })
  return { done: (await depart(db, plan, leaving, { way: 'manual', note: text ?? null })).length }
})
/** A manager inspected a room without a report. */
const safe = handle(noteSafe, async ({ db, refuse }, { planId, roomId, note: text }) => {
  const room = await db.visible(dormRoom).one(roomId)
  const people = await roomOf(db, planId, room.id)
  const here = people.filter(p => !isGone(p))
  if (here.length) refuse('open', { room: room.fullName, names: here.map(p => p.name) })
  const [last] = await db.unscoped(holidayDeparture).all({ planId, roomId: room.id }, { sort: ['-departedAt'], limit: 1 }) // of the room found within the caller's scope
  if (!last) return refuse('nobody', { room: room.fullName })
  await db.update(holidayDeparture, last.id, { roomSafe: WHOLE, ...(text ? { note: text } : {}) })
  return { done: 1 }
})
export default [
  leave,
  mine,
  note,
  safe,
  /** Students may see photos they took. */
  fileReader(holidayDeparture, async (db, id) => Boolean(db.me.studentId && (await db.unscoped(holidayDeparture).count({ id, studentId: db.me.studentId })))), // the condition itself restricts to the owner
]
