import type { OutputOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { fees } from '../../places/server/api.ts'
import { checkIn, checkInMany, deskFind } from '../model/actions.ts'
import { furnitureOf, piecesOf } from '../model/checklist.ts'
import { daysEarly } from '../model/period.ts'
import { dormStay } from '../model/stay.ts'
import { slotsOfStays } from './arrivals.ts'
import { bedsOf } from './beds.ts'
import { againstCheckIn, begin, knownOf } from './begin.ts'
import { lockVisible, type Stay } from './write.ts'

const nameOf = async (db: Parameters<typeof bedsOf>[0], stay: Stay) => ({
  id: stay.id,
  studentNo: stay.studentNo,
  name: stay.name,
  bed: (await bedsOf(db, [stay.bedId])).get(stay.bedId)?.fullName ?? '',
})
/** Idempotent: a second scan reports the existing check-in. */
const one = handle(checkIn, async (ctx, { id, ...how }) => {
  const [stay] = (await lockVisible(ctx.db, [id])) as [Stay]
  const wasCheckedIn = stay.state === 'checkedIn'
  const checkInAt = wasCheckedIn ? (stay.checkInAt ?? '') : await begin(ctx, [stay], { way: 'desk', ...how, pieces: how.pieces?.filter(p => p !== null) })
  return { ...(await nameOf(ctx.db, stay)), checkInAt, wasCheckedIn }
})
const many = handle(checkInMany, async (ctx, { ids, earlyReason }) => {
  const stays = await lockVisible(ctx.db, ids)
  await begin(ctx, stays, { way: 'batch', earlyReason })
  return { done: stays.length }
})
type DeskStays = OutputOf<typeof deskFind>
/** Finds a student by full number, typed or scanned. Past residents are not found. */
const find = handle(deskFind, async ({ db, lang, refuse }, { code }) => {
  const studentNo = code.trim()
  const stays = await db.visible(dormStay).all({ studentNo, isOpen: true }, { sort: ['plannedIn'] })
  if (!stays.length) refuse('unknown', { studentNo })
  const known = await knownOf(db, stays)
  const [classes, standing] = [
    await db.cached(stuClass),
    await fees(db).standing(
      db,
      stays.map(s => s.studentId),
    ),
  ]
  const slots = await slotsOfStays(
    db,
    stays.map(s => s.id),
  )
  return stays.map((stay): DeskStays => {
    const fee = standing.get(stay.studentId)
    const against = againstCheckIn(stay, known, { earlyReason: '—' })?.issues[0]
    return {
      id: stay.id,
      studentNo: stay.studentNo,
      name: stay.name,
      bed: known.beds.get(stay.bedId)?.fullName ?? '',
      genderCode: stay.genderCode,
      className: classes.get(stay.classId ?? '')?.name ?? null,
      kind: stay.kind,
      state: stay.state,
      plannedIn: stay.plannedIn,
      plannedOut: stay.plannedOut,
      checkInAt: stay.checkInAt,
      daysEarly: daysEarly(stay.plannedIn, today()),
      feeState: fee?.state ?? null,
      feeOwing: fee?.owing ?? null,
      pieces: piecesOf(furnitureOf(known.settings.furniture), stay.inventoryJson ?? []),
      slot: slots.get(stay.id) ?? null,
      problem: stay.state === 'reserved' && against ? formatIssue(lang, against) : null,
    }
  })
})
export default [one, many, find]
