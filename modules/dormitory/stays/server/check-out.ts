import { mustAllow } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type ActionCtx, handle } from '#server/context.ts'
import { cancelStays, checkOut, checkOutList, checkOutMany, undoCheckOut } from '../model/actions.ts'
import { furnitureOf, piecesOf } from '../model/checklist.ts'
import { meetInBed } from '../model/period.ts'
import { problemsOf } from '../model/rules.ts'
import { dormStay } from '../model/stay.ts'
import { bedsOf } from './beds.ts'
import { debtsOf, end, release } from './end.ts'
import { settingsOf } from './settings.ts'
import { changeStays, lockVisible, type Stay, told } from './write.ts'

const listOf = handle(checkOutList, async ({ db }, { id }) => {
  const stay = await db.visible(dormStay).one(id)
  const [beds, debts, settings] = [await bedsOf(db, [stay.bedId]), await debtsOf(db, [stay]), await settingsOf(db)]
  return {
    id,
    studentNo: stay.studentNo,
    name: stay.name,
    bed: beds.get(stay.bedId)?.fullName ?? '',
    keyNo: stay.keyNo,
    pieces: piecesOf(furnitureOf(settings.furniture), stay.inventoryJson ?? []),
    open: (debts.get(id) ?? []).map(({ label, note, amount }) => ({ label, note, amount })),
  }
})
const one = handle(checkOut, async (ctx, { id, pieces, ...how }) => {
  const [stay] = (await lockVisible(ctx.db, [id])) as [Stay]
  const debts = await end(ctx, [stay], { ...how, pieces: (pieces ?? []).filter(p => p !== null) })
  const beds = await bedsOf(ctx.db, [stay.bedId])
  return { id, studentNo: stay.studentNo, name: stay.name, bed: beds.get(stay.bedId)?.fullName ?? '', debtCount: debts.get(id)?.length ?? 0 }
})
const many = handle(checkOutMany, async (ctx, { ids, ...how }) => {
  const stays = await lockVisible(ctx.db, ids)
  const debts = await end(ctx, stays, how)
  return { done: stays.length, withDebts: [...debts.values()].filter(d => d.length).length }
})
const cancel = handle(cancelStays, async ({ db }, { ids, reason }) => {
  const stays = await lockVisible(db, ids)
  await release(db, stays, reason)
  return { done: stays.length, failed: [] }
})

type Undoing = ActionCtx<typeof undoCheckOut>
/** 20-DR7: the bed must be free now and until the end of the stay. */
async function mustBeFree({ db, refuse }: Undoing, stay: Stay): Promise<void> {
  const bed = (await bedsOf(db, [stay.bedId], { isLocked: true })).get(stay.bedId)
  const who = (await studentsOf(db, [stay.studentId])).get(stay.studentId)
  const problem = bed && who && problemsOf(who, bed).find(p => p.rule !== 'gender' && p.rule !== 'noGender')
  if (problem) refuse(problem.rule as 'bedOff', problem.values)
  const again = { ...stay, state: 'checkedIn', checkedInOn: today(new Date(stay.checkInAt ?? '')), checkedOutOn: null }
  // the refusal names the occupant regardless of scope
  const others = await db.unscoped(dormStay).all({ bedId: stay.bedId, isOpen: true })
  const taken = others.find(o => meetInBed({ ...o, checkedInOn: o.checkInAt && today(new Date(o.checkInAt)) }, again))
  if (taken) refuse('taken', { bed: bed?.fullName ?? '', from: taken.plannedIn, holder: taken.name })
  const own = await db.unscoped(dormStay).find({ studentId: stay.studentId, kind: stay.kind, isOpen: true }) // rows of the same student
  if (own) refuse('twice', { name: stay.name, from: own.plannedIn, bed: (await bedsOf(db, [own.bedId])).get(own.bedId)?.fullName ?? '' })
}
const undo = handle(undoCheckOut, async (ctx, { id }) => {
  const { db, refuse } = ctx
  const [stay] = (await lockVisible(db, [id])) as [Stay]
  mustAllow(dormStay, stay, 'undoCheckOut', stay.name ?? undefined)
  const hours = (await settingsOf(db)).undoHours
  if (Date.now() - Date.parse(stay.checkOutAt ?? '') > hours * HOUR_MS) refuse('late', { hours })
  await mustBeFree(ctx, stay)
  await changeStays(db, [{ id, state: 'checkedIn', isOpen: true, checkOutAt: null, checkOutBy: null, checkOutReason: null, checkOutNote: null, debts: null, debtCount: 0 }])
  await db.emitMany('dormitory.stayCheckedIn', told([stay], today()))
})
export default [listOf, one, many, cancel, undo]
