import sql from 'sql-template-tag'
import { mustAllow } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { refuseNewHere } from '#server/tenants/here.ts'
import { collegesOf, counsellorsOf, lockStays, release } from '../../stays/server/api.ts'
import { closePlan, copyPlan, publishPlan, undoPlan } from '../model/actions.ts'
import { PRESORT_MESSAGES } from '../model/messages.ts'
import { presortPlan } from '../model/plan.ts'
import { presortLine } from '../model/result.ts'
import { lockPlan, type Plan } from './plan.ts'
import { planTodos } from './plan-todos.ts'
import { settingsOf } from './settings.ts'

/** Students checked in by this plan, or, for granted rooms, with a bed in them since. */
async function movedIn(db: Db, plan: Plan): Promise<{ name: string; bed: string } | undefined> {
  const ofPlan = sql`y.batch_id = ${plan.id} and y.check_in_at is not null`
  const inRooms = sql`y.is_open and y.created_at > ${plan.committedAt}::timestamptz and y.room_id in (select room_id from presort_line l where l.tenant_id = y.tenant_id and l.plan_id = ${plan.id} and l.is_granted)`
  const [first] = await db.query<{ name: string; bed: string }>(
    sql`select y.name, b.full_name as bed from dorm_stay y join dorm_bed b on b.tenant_id = y.tenant_id and b.id = y.bed_id where y.tenant_id = ${db.me.tenantId} and ${plan.mode === 'toStudent' ? ofPlan : inRooms} order by y.check_in_at limit 1`,
  )
  return first
}
const withdrawGrants = (db: Db, plan: Plan) => db.updateWhere(presortLine, { planId: plan.id, isGranted: true }, { isGranted: false })
/** 20-DP9: reverts everything as long as nobody has moved in; students were not notified yet, so no messages. */
const undo = handle(undoPlan, async ({ db, refuse }, { id }) => {
  const plan = await lockPlan(db, id)
  mustAllow(presortPlan, plan, 'undo')
  const { presortUndoHours: hours } = await settingsOf(db)
  if (Date.parse(plan.committedAt ?? '') + hours * HOUR_MS < Date.now()) refuse('late', { hours })
  const ids = await db.query<{ id: string }>(sql`select id from dorm_stay where tenant_id = ${db.me.tenantId} and batch_id = ${id} and is_open`)
  const stays = await lockStays(
    db,
    ids.map(r => r.id),
  )
  const first = await movedIn(db, plan)
  if (first) refuse('moved', first)
  await release(db, stays, `预分配方案“${plan.name}”已撤销`, { isQuiet: true })
  const rooms = await withdrawGrants(db, plan)
  await db.updateWhere(presortLine, { planId: id, 'conflict.isNull': false }, { conflict: null }, { history: false })
  await db.update(presortPlan, id, { state: 'undone', undoneAt: new Date().toISOString(), runId: null })
  return { released: stays.length + rooms.length }
})
/** Notifies students of their bed, once each; for rooms the people they were granted to. */
const publish = handle(publishPlan, async ({ db }, { id }) => {
  const plan = await lockPlan(db, id)
  mustAllow(presortPlan, plan, 'publish')
  await db.update(presortPlan, id, { state: 'published', publishedAt: new Date().toISOString() })
  const people = await db.query<{ userId: string; stayId: string; bed: string }>(sql`
    select u.user_id as "userId", y.id as "stayId", b.full_name as bed from dorm_stay y join dorm_bed b on b.tenant_id = y.tenant_id and b.id = y.bed_id
      join student_account u on u.tenant_id = y.tenant_id and u.student_id = y.student_id
    where y.tenant_id = ${db.me.tenantId} and y.batch_id = ${id} and y.is_open order by y.id`)
  const link = '/dormitory/wish'
  await notifyEach(
    db,
    PRESORT_MESSAGES.presortPublished,
    people.map(p => ({ to: [p.userId], values: { plan: plan.name, bed: p.bed, from: plan.startDate }, bizType: 'dormStay', bizId: p.stayId, link, mobileLink: link })),
  )
  return { told: people.length + (await tellGranted(db, plan)) }
})
interface Granted {
  classId: string | null
  departmentId: string | null
  group: string
  rooms: number
  beds: number
}
/** Notifies people who assign granted rooms: a class's counsellors, a college's managers. Returns the number. */
async function tellGranted(db: Db, plan: Plan): Promise<number> {
  const granted =
    await db.query<Granted>(sql`select l.class_id as "classId", coalesce(l.department_id, c.department_id) as "departmentId", coalesce(c.name, d.name, '—') as "group",
      count(distinct l.room_id)::int as rooms, coalesce(sum(l.beds), 0)::int as beds
    from presort_line l left join stu_class c on c.tenant_id = l.tenant_id and c.id = l.class_id left join department d on d.tenant_id = l.tenant_id and d.id = l.department_id
    where l.tenant_id = ${db.me.tenantId} and l.plan_id = ${plan.id} and l.is_granted group by 1, 2, 3 order by 3`)
  const [ofClass, ofCollege] = [await counsellorsOf(db, granted), await collegesOf(db, granted)]
  const told = granted.map(g => ({
    to: g.classId ? ofClass(g) : ofCollege(g),
    values: { plan: plan.name, group: g.group, rooms: g.rooms, beds: g.beds, from: plan.startDate },
    bizType: 'presortPlan',
    bizId: plan.id,
    link: '/dormitory/claims',
    mobileLink: '/dormitory/claims',
  }))
  await notifyEach(db, PRESORT_MESSAGES.roomsGranted, told)
  return new Set(told.flatMap(x => x.to)).size
}
/** Releases the rooms for other plans; committed beds stay. */
const close = handle(closePlan, async ({ db }, { id }) => {
  const plan = await lockPlan(db, id)
  mustAllow(presortPlan, plan, 'close')
  await withdrawGrants(db, plan)
  await planTodos.follow(db, [await db.update(presortPlan, id, { state: 'closed' })])
})
const YEAR = 365
/** A new draft with the same scope and rules; a start date in the past advances by a year. */
const copy = handle(copyPlan, async (ctx, { id }) => {
  await refuseNewHere(ctx, presortPlan)
  const { db, me } = ctx
  const plan = await db.visibleFor(presortPlan, copyPlan.permission).one(id)
  const taken = new Set((await db.unscoped(presortPlan).all()).map(p => p.name)) // names are not scoped
  let n = 2
  while (taken.has(`${plan.name.slice(0, 52)}（${n}）`)) n++
  const startDate = plan.startDate < today() ? addDays(plan.startDate, YEAR) : plan.startDate
  const { xn, mode, studentFilter, poolFilter, seed, rules } = plan
  const name = `${plan.name.slice(0, 52)}（${n}）`
  const made = await db.insert(presortPlan, { name, xn, mode, studentFilter, poolFilter, seed, rules, startDate, ownerDepartmentId: me.departmentId })
  return { id: made.id }
})
export default [undo, publish, close, copy]
