import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolClock, schoolTimeText } from '#model/school-time.ts'
import { campus } from '#modules/campus/model/places.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { welcomeSource } from '#server/extensions/welcome-steps.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { batchOf, look } from '../../steps/server/api.ts'
import { myArrival, savePlan } from '../model/actions.ts'
import { arrivalPlan, arrivalSlot } from '../model/slot.ts'

type Slot = Row<typeof arrivalSlot>
const SOURCE = 'welcome.arrival'
const OFFERED = 3
const textOf = ({ from, to }: Slot): string => `${schoolTimeText(from)}-${schoolClock(to)}`
const mine = handle(myArrival, async ({ db, me }) => {
  const { batch, member } = await batchOf(db, ownStudentId(me))
  const [slots, campuses] = [await db.unscoped(arrivalSlot).all({ batchId: batch.id }, { sort: ['from'] }), await db.cached(campus)] // open to everybody who takes part
  const plan = await db.unscoped(arrivalPlan).find({ batchId: batch.id, studentId: member.studentId }) // the caller's own
  return {
    slots: slots.map(({ id, campusId, from, to, capacity, taken }) => ({ id, campus: campuses.get(campusId)?.name ?? '', from, to, free: capacity - taken })),
    plan: plan ? planFields(plan) : null,
  }
})
const planFields = ({ slotId, transport, serviceNo, station, companions, plate, pickUp }: Row<typeof arrivalPlan>) => ({
  slotId,
  transport,
  serviceNo,
  station,
  companions,
  plate,
  pickUp,
})
/** The nearest slots with room, as they are offered to whoever came too late. */
async function nearest(db: Db, full: Slot): Promise<string[]> {
  const free = (await db.unscoped(arrivalSlot).all({ batchId: full.batchId, campusId: full.campusId })).filter(s => s.taken < s.capacity && Date.parse(s.to) > Date.now()) // open to everybody who takes part
  const away = (s: Slot): number => Math.abs(Date.parse(s.from) - Date.parse(full.from))
  return free
    .sort((a, b) => away(a) - away(b))
    .slice(0, OFFERED)
    .sort((a, b) => a.from.localeCompare(b.from))
    .map(textOf)
}
/** 30-WI1: the person is locked, then both slots in the order of their ids; the old one is free again in the transaction that takes the new one. */
const save = handle(savePlan, async ({ db, me }, given) => {
  const studentId = ownStudentId(me)
  const { batch, member } = await batchOf(db, studentId)
  if (given.pickUp && !given.station) throw refusalOf(arrivalPlan, 'needsStation', {}, 'station')
  await db.unscoped(welcomeMember).lock(member.id) // the caller's own: two of one's own calls wait for each other
  const plan = await db.unscoped(arrivalPlan).find({ batchId: batch.id, studentId }) // as above
  const locked = await db.unscoped(arrivalSlot).lockAll([given.slotId, ...(plan ? [plan.slotId] : [])]) // open to everybody who takes part
  const slot = locked.find(s => s.id === given.slotId)
  if (!slot || slot.batchId !== batch.id) throw refusalOf(arrivalPlan, 'otherBatch', { batch: batch.name }, 'slotId')
  if (Date.parse(slot.to) < Date.now()) throw refusalOf(arrivalPlan, 'past', { slot: textOf(slot) }, 'slotId')
  if (plan?.slotId !== slot.id) {
    if (slot.taken >= slot.capacity) {
      const others = await nearest(db, slot)
      throw refusalOf(arrivalPlan, others.length ? 'full' : 'fullAll', { slot: textOf(slot), others: others.join('、') }, 'slotId')
    }
    await move(db, slot.id, 1)
    if (plan) await move(db, plan.slotId, -1)
  }
  const values = { ...given, companions: given.companions ?? 0, pickUp: given.pickUp === true }
  if (plan) await db.update(arrivalPlan, plan.id, values)
  else await db.insert(arrivalPlan, { batchId: batch.id, studentId: member.studentId, ...values })
  await look(db, SOURCE, [studentId])
})
const move = (db: Db, id: string, by: 1 | -1) => db.updateWhere(arrivalSlot, sql`t.id = ${id}`, { taken: sql`t.taken + ${by}` }, { bookkeeping: true })
const slotRules = rules(arrivalSlot, {
  async add(_ctx, { from, to }) {
    checkSpan(from ?? '', to ?? '')
  },
  async update({ db }, row, patch) {
    const { taken } = await db.unscoped(arrivalSlot).lock(row.id) // of the caller
    checkSpan(patch.from ?? row.from, patch.to ?? row.to)
    if (typeof patch.capacity === 'number' && patch.capacity < taken) throw refusalOf(arrivalSlot, 'below', { taken }, 'capacity')
  },
  async remove(_ctx, { taken }) {
    if (taken) throw refusalOf(arrivalSlot, 'used', { taken })
  },
})
function checkSpan(from: string, to: string): void {
  if (Date.parse(to) <= Date.parse(from)) throw refusalOf(arrivalSlot, 'window', { from: schoolTimeText(from), to: schoolTimeText(to) }, 'to')
}
const source = welcomeSource({
  ...{ code: SOURCE, title: '到站登记', link: '/welcome/arrival' },
  settled: (db, students) => sql`select p.student_id from arrival_plan p where p.tenant_id = ${db.me.tenantId} and p.student_id in (${students})`,
})
export default [mine, save, slotRules, ...source]
