import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { type Plan, planOf, setStayRooms } from '#modules/outing/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { dormFloor } from '../../places/model/places.ts'
import { arrange } from '../../stays/server/api.ts'
import { centralPlan, setStayRooms as chooseFloors, placeCentral } from '../model/closing-actions.ts'
import { holidayStay } from '../model/holiday-stay.ts'
import { type Placement, placeStayers } from '../model/place.ts'
import { isUnpublished } from '../model/rules.ts'
import { bedsFor, sleepingOn, type Waiting, waitingFor } from './central-facts.ts'

interface Worked {
  plan: Plan
  floorIds: readonly string[]
  waiting: Waiting[]
  beds: Awaited<ReturnType<typeof bedsFor>>
  placement: Placement
}
async function workOut(db: Db, planId: string): Promise<Worked> {
  const plan = await planOf(db, planId) // central lodging is arranged for the whole school
  const floorIds = plan.stayRooms?.floorIds ?? []
  const [waiting, beds, sleeping] = [await waitingFor(db, planId), floorIds.length ? await bedsFor(db, plan, floorIds) : [], await sleepingOn(db, plan, floorIds)]
  return { plan, floorIds, waiting, beds, placement: placeStayers(waiting, beds, sleeping) }
}
const byGender = (rows: ReadonlyArray<{ genderCode: string | null }>) => ({
  male: rows.filter(r => r.genderCode === '1').length,
  female: rows.filter(r => r.genderCode === '2').length,
})
const preview = handle(centralPlan, async ({ db }, { planId }) => {
  const { floorIds, waiting, beds, placement } = await workOut(db, planId)
  const placed = await db.query<{ floorId: string; genderCode: string | null }>(sql`select t.floor_id as "floorId", t.gender_code as "genderCode" from holiday_stay h
    join dorm_stay t on t.tenant_id = h.tenant_id and t.id = h.stay_id where h.tenant_id = ${db.me.tenantId} and h.plan_id = ${planId} and h.state = 'approved'`)
  const floors = await db.query<{ floorId: string; label: string }>(
    sql`select id as "floorId", full_name as label from dorm_floor where tenant_id = ${db.me.tenantId} and id = any(${[...floorIds]}::uuid[]) order by full_name`,
  )
  const count = (rows: ReadonlyArray<{ floorId: string }>, id: string): number => rows.filter(r => r.floorId === id).length
  return {
    floorIds: [...floorIds],
    waiting: byGender(waiting),
    placed: byGender(placed),
    beds: byGender(beds),
    fits: placement.placed.length,
    left: placement.left.length,
    floors: floors.map(f => ({ ...f, beds: count(beds, f.floorId), placed: count(placed, f.floorId) })),
  }
})
const choose = handle(chooseFloors, async ({ db, refuse }, { planId, floorIds: given }) => {
  const floorIds = [...new Set(given.flatMap(id => id ?? []))]
  if ((await db.visible(dormFloor).count({ id: floorIds })) < floorIds.length) throw notFound()
  const [used] = await db.query<{
    floor: string
    count: number
  }>(sql`select f.full_name as floor, count(*)::int as count from holiday_stay h join dorm_stay t on t.tenant_id = h.tenant_id and t.id = h.stay_id
    join dorm_floor f on f.tenant_id = t.tenant_id and f.id = t.floor_id
    where h.tenant_id = ${db.me.tenantId} and h.plan_id = ${planId} and h.state = 'approved' and t.is_open and t.floor_id <> all(${floorIds}::uuid[]) group by 1 limit 1`)
  if (used) refuse('used', { ...used })
  await setStayRooms(db, planId, { floorIds })
})
/** 20-DH2: assigns beds to everybody waiting, in one transaction. Exclusion constraints catch concurrent changes; the students keep their own beds. */
const place = handle(placeCentral, async ({ db, refuse }, { planId, expect }) => {
  const { plan, floorIds, waiting, placement } = await workOut(db, planId)
  if (isUnpublished(plan)) refuse('unpublished', { name: plan.name })
  if (!floorIds.length) refuse('noFloors')
  if (!waiting.length) refuse('nobody')
  if (placement.placed.length !== expect) refuse('changed', { before: expect, now: placement.placed.length })
  const of = new Map(waiting.map(w => [w.id, w]))
  const wanted = placement.placed.flatMap(({ stayerId, bedId }) => {
    const who = of.get(stayerId)
    if (!who) return []
    const from = laterOf(who.from, today())
    return {
      studentId: who.studentId,
      bedId,
      kind: 'temporary' as const,
      source: 'holiday' as const,
      plannedIn: from,
      plannedOut: who.to > from ? who.to : addDays(from, 1),
      batchId: plan.id,
    }
  })
  await arrange(db, wanted)
  const isTheirs = sql`h.id = any(${placement.placed.map(p => p.stayerId)}::uuid[]) and s.tenant_id = h.tenant_id and s.student_id = h.student_id and s.batch_id = ${plan.id} and s.kind = 'temporary' and s.is_open`
  await db.updateWhere(holidayStay, isTheirs, { stayId: sql`s.id` }, { as: 'h', from: sql`dorm_stay s` })
  return { placed: placement.placed.length, left: placement.left.length }
})
const laterOf = (a: string, b: string): string => [a, b].sort()[1] ?? a
export default [preview, choose, place]
