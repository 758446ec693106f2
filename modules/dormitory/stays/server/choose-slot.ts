import type { OutputOf, Row } from '#model'
import { type Db, handle } from '#server/context.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { chooseMoveIn, moveInSlots, myMoveIn, withdrawMoveIn } from '../model/move-in-actions.ts'
import { moveInChoice } from '../model/move-in-plan.ts'
import { changeUntil, isAhead, isNearDay, mayChange, nearestFree, slotText } from '../model/move-in-slots.ts'
import { dormStay } from '../model/stay.ts'
import { bedsOf } from './beds.ts'
import { settingsOf } from './move-in-settings.ts'
import { lockSlots, type OpenSlot, slotsNow, slotsOfDorm } from './move-in-slots.ts'
import { ownStay } from './my-dorm.ts'
import { tellChosen } from './notify-move-in.ts'
import { withoutSecret } from './unpublished.ts'
import type { Stay } from './write.ts'

/** Number of alternative slots in a refusal. */
const NEAREST = 3
const choiceOf = (db: Db, stayId: string) => db.unscoped(moveInChoice).find({ stayId, state: 'chosen' }) // of a stay found for the caller
const dormName = async (db: Db, dormId: string | null): Promise<string> => (await db.cached(dormBuilding)).get(dormId ?? '')?.fullName ?? ''

const mine = handle(myMoveIn, async ({ db, me }) => {
  if (!me.studentId) return []
  const stays = await withoutSecret(db, await db.unscoped(dormStay).all({ studentId: me.studentId, state: 'reserved' }, { sort: ['plannedIn'] })) // restricted to the caller's own rows
  const shown = await Promise.all(stays.filter(s => s.kind !== 'change').map(s => describe(db, s)))
  return shown.filter(s => s.own || s.days.length)
})
async function describe(db: Db, stay: Stay): Promise<OutputOf<typeof myMoveIn>> {
  const { changeMinutes, ...reach } = await settingsOf(db)
  const dormId = stay.dormId ?? ''
  const near = (await slotsNow(db, dormId)).filter(s => isNearDay(stay.plannedIn, s.day, reach))
  const own = await choiceOf(db, stay.id)
  return {
    stayId: stay.id,
    dormId,
    dorm: await dormName(db, dormId),
    changeMinutes,
    own: own?.slotId
      ? { slotId: own.slotId, beginAt: own.beginAt, endAt: own.endAt, changeUntil: changeUntil(own, changeMinutes), mayChange: mayChange(own, changeMinutes, Date.now()) }
      : null,
    days: [...new Map(near.map(s => [s.day, { day: s.day, note: s.note }])).values()],
  }
}
const slots = handle(moveInSlots, async ({ db }, { dormId }) =>
  (await slotsNow(db, dormId)).filter(s => isAhead(s, Date.now())).map(({ id, day, beginAt, endAt, places, free }) => ({ id, day, beginAt, endAt, places, free })),
)
/** First come, first served: the slot is locked while it is checked, and a check constraint prevents overbooking. */
const choose = handle(chooseMoveIn, async (ctx, { stayId, slotId }) => {
  const { db, refuse } = ctx
  const stay = await ownStay(ctx, stayId)
  if (stay.state !== 'reserved' || stay.kind === 'change' || !(await withoutSecret(db, [stay])).length) refuse('state')
  const { changeMinutes: minutes, ...reach } = await settingsOf(db)
  const own = await choiceOf(db, stayId)
  const held = await lockSlots(db, [slotId, ...(own?.slotId ? [own.slotId] : [])])
  const slot = held.get(slotId)
  if (!slot) return refuse('gone')
  const about = { slot: slotText(slot) }
  if (own?.slotId === slotId) return { beginAt: slot.beginAt, endAt: slot.endAt }
  if (slot.dormId !== stay.dormId) refuse('otherDorm', { ...about, dorm: await dormName(db, slot.dormId), bed: (await bedsOf(db, [stay.bedId])).get(stay.bedId)?.fullName })
  if (!isNearDay(stay.plannedIn, slot.day, reach)) refuse('otherDay', { ...about, plannedIn: stay.plannedIn })
  if (!isAhead(slot, Date.now())) refuse('begun', about)
  if (own && !mayChange(own, minutes, Date.now())) refuse('late', { slot: slotText(own), minutes })
  if (slot.free <= 0) {
    const near = nearestFree(
      (await slotsOfDorm(db, slot.dormId)).filter(s => isNearDay(stay.plannedIn, s.day, reach)),
      slot,
      Date.now(),
      NEAREST,
    )
    if (!near.length) refuse('fullAll', { ...about, dorm: await dormName(db, slot.dormId) })
    refuse('full', { ...about, near: near.map(s => ({ text: '{slot}（剩 {free}）', values: { slot: slotText(s), free: s.free } })) })
  }
  await tellChosen(db, { ...(await write(db, stay, slot, own)), note: slot.note }, minutes)
  return { beginAt: slot.beginAt, endAt: slot.endAt }
})
function write(db: Db, stay: Stay, { id: slotId, beginAt, endAt }: OpenSlot, own: Row<typeof moveInChoice> | undefined) {
  const chosen = { slotId, beginAt, endAt, chosenAt: new Date().toISOString() }
  if (own) return db.update(moveInChoice, own.id, chosen)
  const { studentId, studentNo, name, departmentId, classId, bedId, dormId } = stay
  return db.insert(moveInChoice, { ...chosen, stayId: stay.id, studentId, studentNo, name, departmentId, classId, bedId, dormId: dormId ?? '', state: 'chosen' })
}
const withdraw = handle(withdrawMoveIn, async (ctx, { stayId }) => {
  const { db, refuse } = ctx
  await ownStay(ctx, stayId)
  const own = await choiceOf(db, stayId)
  if (!own) return refuse('none')
  const { changeMinutes: minutes } = await settingsOf(db)
  if (!mayChange(own, minutes, Date.now())) refuse('late', { slot: slotText(own), minutes })
  await db.update(moveInChoice, own.id, { state: 'withdrawn' })
})
export default [mine, slots, choose, withdraw]
