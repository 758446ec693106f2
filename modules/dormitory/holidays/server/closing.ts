import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { CLOSE_RULES } from '#modules/outing/model/holiday.ts'
import { type Plan, planOf } from '#modules/outing/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { firstOf, firstPeople } from '#server/i18n/wording.ts'
import { dormBuilding, dormRoom } from '../../places/model/places.ts'
import { changeMany } from '../../places/server/api.ts'
import { closeDorm, openDorm } from '../model/closing-actions.ts'
import { SAFE, type Stands, standing } from './board.ts'

interface Nights {
  from: string
  to: string
}
const NAMED = 20
/**
 * Residents of a building who would be there while it is closed, by their answers and regardless of data scope; those with another bed for these nights do not
 * count.
 */
async function hindering(db: Db, plan: Plan, dormId: string, { from, to }: Nights): Promise<Array<{ name: string; roomNo: string; stands: Stands | 'guest' }>> {
  const nights = sql`daterange(${from}::date, ${addDays(to, 1)}::date)`
  // all residents of the building count, not only those in the reader's scope
  const all = sql`(select * from dorm_stay where tenant_id = ${db.me.tenantId} and dorm_id = ${dormId})`
  return db.query(sql`select s.name, r.room_no as "roomNo", s.stands from ${standing(db, plan.id, all)} s join dorm_room r on r.tenant_id = ${db.me.tenantId} and r.id = s.room_id
      where s.stands not in ('left') and not (s.stands = 'staying' and exists (select from dorm_stay o where o.tenant_id = r.tenant_id and o.student_id = s.student_id and o.kind = 'temporary' and o.is_open and o.dorm_id <> s.dorm_id
          and o.period && ${nights}))
        and not (s.stands = 'staying' and not exists (select from holiday_stay h where h.tenant_id = r.tenant_id and h.destination_id = s.destination_id and h.state in ('pending', 'returned', 'approved') and h."from" <= ${to}::date and h."to" >= ${from}::date)
          and exists (select from holiday_stay h where h.tenant_id = r.tenant_id and h.destination_id = s.destination_id))
        and not (s.stands = 'back' and ${to}::date < (s.back_at at time zone 'Asia/Shanghai')::date)
    union all select t.name, r.room_no, 'guest' from dorm_stay t join dorm_room r on r.tenant_id = t.tenant_id and r.id = t.room_id
      where t.tenant_id = ${db.me.tenantId} and t.dorm_id = ${dormId} and t.kind = 'temporary' and t.is_open and t.period && ${nights} order by 2, 1`)
}
const unsafeRooms = async (db: Db, planId: string, dormId: string): Promise<string[]> =>
  (
    await db.query<{
      roomNo: string
    }>(sql`select distinct r.room_no as "roomNo" from dorm_room r join dorm_stay s on s.tenant_id = r.tenant_id and s.room_id = r.id and s.state = 'checkedIn' and s.kind <> 'temporary'
      where r.tenant_id = ${db.me.tenantId} and r.dorm_id = ${dormId} and not exists (select from holiday_departure p where p.tenant_id = r.tenant_id and p.plan_id = ${planId} and p.room_id = r.id and ${SAFE}) order by 1`)
  ).map(r => r.roomNo)

/** 20-DH3: refused while residents have neither answered nor left; the list by room comes first. */
const close = handle(closeDorm, async ({ db, refuse }, { planId, dormId, from, to }) => {
  const dorm = await db.visible(dormBuilding).one(dormId)
  const plan = await planOf(db, planId)
  if (to < from) refuse('order', { from, to }, 'to')
  if (from < plan.holidayFrom || to > plan.holidayTo) refuse('outside', { from, to, name: plan.name, holidayFrom: plan.holidayFrom, holidayTo: plan.holidayTo }, 'from')
  const people = await hindering(db, plan, dormId, { from, to })
  const named = (stands: readonly string[]): string[] => people.filter(p => stands.includes(p.stands)).map(p => `${p.roomNo} ${p.name}`)
  const [unanswered, staying, present] = [named(['unanswered']), named(['staying', 'guest']), named(['leaving', 'back'])]
  if (unanswered.length) refuse('unanswered', { count: unanswered.length, names: firstPeople(unanswered, NAMED) })
  if (staying.length) refuse('staying', { count: staying.length, names: firstPeople(staying, NAMED) })
  const rules = plan.closeRules ?? CLOSE_RULES
  if (rules.needsDeparture && present.length) refuse('present', { count: present.length, names: firstPeople(present, NAMED) })
  const unsafe = rules.needsSafe ? await unsafeRooms(db, planId, dormId) : []
  if (unsafe.length) refuse('unsafe', { count: unsafe.length, names: firstOf(unsafe, NAMED) })
  const rooms = await db.unscoped(dormRoom).all({ dormId: dorm.id, isEnabled: true }) // of the building found within the caller's scope just before
  // closed days of rooms are inclusive at both ends
  return { done: await changeMany(db, dormRoom, rooms, { closedFrom: from, closedTo: to, closedReason: plan.name }) }
})
const open = handle(openDorm, async ({ db }, { planId, dormId }) => {
  const dorm = await db.visible(dormBuilding).one(dormId)
  const plan = await planOf(db, planId)
  const rooms = await db.unscoped(dormRoom).all({ dormId: dorm.id, 'closedFrom.ge': plan.holidayFrom, 'closedFrom.le': plan.holidayTo }) // see above
  return { done: await changeMany(db, dormRoom, rooms, { closedFrom: null, closedTo: null, closedReason: null }) }
})
export default [close, open]
