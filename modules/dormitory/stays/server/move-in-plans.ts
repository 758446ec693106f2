import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { daysBetween, eachDay } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, type Db, handle, rules } from '#server/context.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { allFound, changeMany } from '../../places/server/api.ts'
import { copyMoveIn, publishMoveIn, retractMoveIn } from '../model/move-in-actions.ts'
import { moveInChoice, moveInPlan } from '../model/move-in-plan.ts'
import { openingFault, slotsOf, slotText } from '../model/move-in-slots.ts'
import { type Choice, expirePlaces } from './expire-choices.ts'
import { crowdedSlot, followPlan } from './move-in-capacity.ts'
import { settingsOf } from './move-in-settings.ts'
import { isAwaited } from './move-in-slots.ts'
import { tellOpen } from './notify-move-in.ts'

type Plan = Row<typeof moveInPlan>
const MOST_DAYS = 14
/** Announced fields: fixed once students have chosen. */
const FIXED = ['day', 'fromTime', 'toTime', 'slotMinutes'] as const

function check(plan: Plan): void {
  const { day, fromTime, toTime, slotMinutes: minutes } = plan
  if (day < today()) throw refusalOf(moveInPlan, 'past', { day }, 'day')
  const fault = openingFault(plan)
  if (fault) throw refusalOf(moveInPlan, fault, { fromTime, toTime, minutes }, 'toTime')
}
const records = rules(moveInPlan, {
  add: async (_ctx, draft) => check(draft as Plan),
  async update({ db }, row, patch) {
    if (row.state === 'draft') return check({ ...row, ...patch } as Plan)
    if (FIXED.some(key => patch[key] !== undefined && patch[key] !== row[key])) throw await isPublished(db, row)
    if (patch.places === undefined || patch.places === row.places) return
    const crowded = await crowdedSlot(db, row, Number(patch.places))
    if (crowded) throw refusalOf(moveInPlan, 'fewer', { slot: slotText(crowded), taken: crowded.taken }, 'places')
  },
  async updated({ db }, before, after) {
    if (after.places !== before.places) await followPlan(db, before, after.places)
  },
  async remove({ db }, row) {
    if (row.state === 'published') throw await isPublished(db, row)
  },
})
async function isPublished(db: Db, { dormId, day }: Plan) {
  return refusalOf(moveInPlan, 'published', { dorm: (await db.cached(dormBuilding)).get(dormId)?.fullName ?? '', day })
}
/** Plans by id within the reader's scope, all of them, locked in id order and read after that. */
async function locked({ db }: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<readonly Plan[]> {
  const plans = db.visible(moveInPlan)
  allFound(await plans.all({ id: [...ids] }), ids)
  await db.query(sql`select 1 from move_in_plan where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) order by id for update`)
  return allFound(await plans.all({ id: [...ids] }, { sort: ['id'] }), ids)
}
const publish = handle(publishMoveIn, async (ctx, { ids }) => {
  const { db, refuse } = ctx
  const drafts = (
    await locked(
      ctx,
      ids.flatMap(id => id ?? []),
    )
  ).filter(p => p.state === 'draft')
  const past = drafts.find(p => p.day < today())
  if (past) refuse('past', { day: past.day })
  const slots = drafts.flatMap(p => slotsOf(p).map(s => ({ ...s, planId: p.id, places: p.places })))
  await db.query(sql`insert into move_in_slot (tenant_id, plan_id, begin_at, end_at, places)
    select ${db.me.tenantId}, x."planId", x."beginAt", x."endAt", x.places from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) x("planId" uuid, "beginAt" timestamptz, "endAt" timestamptz, places int)`)
  const publishedAt = new Date().toISOString()
  await changeMany(db, moveInPlan, drafts, { state: 'published', publishedAt })
  return { published: drafts.length, slots: slots.length, told: await tellOpen(db, drafts) }
})
const retract = handle(retractMoveIn, async (ctx, { id }) => {
  const { db, refuse } = ctx
  const [plan] = (await locked(ctx, [id])) as readonly [Plan]
  if (plan.state === 'draft') return { lapsed: 0 }
  if (plan.day < today()) refuse('past', { day: plan.day })
  await db.query(sql`select 1 from move_in_slot where tenant_id = ${db.me.tenantId} and plan_id = ${id} order by id for update`)
  const choices = await db.query<Choice>(sql`select c.id, c.student_id as "studentId", c.dorm_id as "dormId", c.begin_at as "beginAt", c.end_at as "endAt" from move_in_choice c
    join move_in_slot s on s.tenant_id = c.tenant_id and s.id = c.slot_id where c.tenant_id = ${db.me.tenantId} and s.plan_id = ${id} and c.state = 'chosen' order by c.id`)
  await expirePlaces(db, choices, 'plan')
  const ofPlan = sql`s.tenant_id = c.tenant_id and s.id = c.slot_id and s.plan_id = ${id}`
  await db.updateWhere(moveInChoice, ofPlan, { slotId: null }, { as: 'c', from: sql`move_in_slot s`, bookkeeping: true })
  await db.query(sql`delete from move_in_slot where tenant_id = ${db.me.tenantId} and plan_id = ${id}`)
  await db.update(moveInPlan, id, { state: 'draft', publishedAt: null })
  return { lapsed: choices.length }
})
const copy = handle(copyMoveIn, async ({ db, refuse }, { id, dormIds, from, to }) => {
  const plan = await db.visible(moveInPlan).one(id)
  const first = from ?? plan.day
  const last = to ?? first
  if (first < today()) refuse('past', { day: first }, 'from')
  if (last < first) refuse('order', { from: first, to: last }, 'to')
  if (daysBetween(first, last) >= MOST_DAYS) refuse('long', { most: MOST_DAYS }, 'to')
  const days = eachDay(first, last)
  const dorms = [...new Set(dormIds.flatMap(d => d ?? []))]
  const where = { dormId: dorms, 'day.ge': first, 'day.le': last }
  // existing plans stay; scope is checked last
  const known = new Set((await db.unscoped(moveInPlan).all(where)).map(p => `${p.dormId} ${p.day}`))
  const { fromTime, toTime, slotMinutes, places, note } = plan
  const made = dorms.flatMap(dormId => days.map(day => ({ dormId, day, fromTime, toTime, slotMinutes, places, note }))).filter(p => !known.has(`${p.dormId} ${p.day}`))
  await db.insertMany(moveInPlan, made)
  if ((await db.visible(moveInPlan).count(where)) < (await db.unscoped(moveInPlan).count(where))) refuse('outside', {}, 'dormIds')
  return { made: made.length, kept: dorms.length * days.length - made.length }
})
/** Capacity of a day, places taken, and students without a choice. */
const figures = compute(moveInPlan, ['total', 'chosen', 'unchosen'], async ({ db }, rows) => {
  const counts = await countsOf(
    db,
    rows.map(r => r.id),
  )
  for (const row of rows) {
    // published slots may have overrides
    row.total = counts.get(row.id)?.places ?? slotsOf(row).length * row.places
    row.chosen = counts.get(row.id)?.chosen ?? 0
    row.unchosen = counts.get(row.id)?.unchosen ?? 0
  }
})
/** By plan: places of published slots, places taken, and students expected around its day without any choice. */
export async function countsOf(db: Db, planIds: readonly string[]): Promise<Map<string, { places: number | null; chosen: number; unchosen: number }>> {
  const reach = await settingsOf(db)
  const rows = await db.query<{ id: string; places: number | null; chosen: number; unchosen: number }>(sql`select p.id,
      (select sum(x.places)::int from move_in_slot x where x.tenant_id = p.tenant_id and x.plan_id = p.id) as places,
      (select coalesce(sum(x.taken), 0)::int from move_in_slot x where x.tenant_id = p.tenant_id and x.plan_id = p.id) as chosen,
      (select count(*)::int from dorm_stay s where s.tenant_id = p.tenant_id and s.dorm_id = p.dorm_id and ${isAwaited(sql`p.day`, reach)}
        and not exists (select from move_in_choice c where c.tenant_id = s.tenant_id and c.stay_id = s.id and c.state in ('chosen', 'came'))) as unchosen
    from move_in_plan p where p.tenant_id = ${db.me.tenantId} and p.id = any(${[...planIds]}::uuid[])`)
  return new Map(rows.map(r => [r.id, r]))
}
export default [records, publish, retract, copy, figures]
