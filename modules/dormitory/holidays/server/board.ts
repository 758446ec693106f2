import sql, { type Sql } from 'sql-template-tag'
import { planOf } from '#modules/outing/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { dormStay } from '../../stays/model/stay.ts'
import { closingRooms, holidayBoard } from '../model/closing-actions.ts'

export type Stands = 'unanswered' | 'staying' | 'leaving' | 'left' | 'back'
/** Residents (alias `s`) in the reader's scope with their holiday status: `d` answer, `p` departure. */
export const standing = (
  db: Db,
  planId: string,
  rows: Sql,
): Sql => sql`(select s.id as stay_id, s.student_id, s.name, s.class_id, s.dorm_id, s.room_id, s.bed_id, d.id as destination_id, d.leave_at, d.back_at, d.back_planned,
    case when d.back_at is not null then 'back' when d.choice = 'stay' and d.answered_at is not null then 'staying' when p.id is not null then 'left' when d.answered_at is not null then 'leaving' else 'unanswered' end as stands,
    p.room_safe
  from ${rows} s left join holiday_destination d on d.tenant_id = ${db.me.tenantId} and d.plan_id = ${planId} and d.student_id = s.student_id
    left join holiday_departure p on p.tenant_id = ${db.me.tenantId} and p.destination_id = d.id
  where s.state = 'checkedIn' and s.kind <> 'temporary')`
/** A safety report exists for the room. */
export const SAFE = sql`(p.room_safe->>'power')::boolean and (p.room_safe->>'windows')::boolean and (p.room_safe->>'door')::boolean`
const counts = sql`count(*)::int as residents, count(*) filter (where s.stands = 'unanswered')::int as unanswered, count(*) filter (where s.stands = 'staying')::int as staying,
  count(*) filter (where s.stands in ('leaving', 'left', 'back'))::int as leaving, count(*) filter (where s.stands in ('left', 'back'))::int as "left", count(*) filter (where s.stands = 'back')::int as back`
interface Figures {
  residents: number
  unanswered: number
  staying: number
  leaving: number
  left: number
  back: number
}
const NONE: Figures = { residents: 0, unanswered: 0, staying: 0, leaving: 0, left: 0, back: 0 }
const FIGURES = Object.keys(NONE) as Array<keyof Figures>
const byClass = (db: Db, planId: string) =>
  db.query<Figures & { classId: string; label: string }>(sql`select s.class_id as "classId", c.name as label, ${counts} from ${standing(db, planId, db.visible(dormStay).rows())} s
    join stu_class c on c.tenant_id = ${db.me.tenantId} and c.id = s.class_id group by 1, 2 order by 2`)
const byDorm = (db: Db, planId: string) =>
  db.query<Figures & { dormId: string; label: string; rooms: number; unsafe: number; closedRooms: number }>(sql`
    with s as materialized (select * from ${standing(db, planId, db.visible(dormStay).rows())} s),
      rooms as (select r.dorm_id, count(*)::int as rooms, count(*) filter (where not exists (select from holiday_departure p where p.tenant_id = r.tenant_id and p.plan_id = ${planId} and p.room_id = r.id and ${SAFE}))::int as unsafe,
        count(*) filter (where exists (select from holiday_plan x where x.tenant_id = r.tenant_id and x.id = ${planId} and r.closed_from <= x.holiday_to and coalesce(r.closed_to, 'infinity') >= x.holiday_from))::int as closed
        from dorm_room r where r.tenant_id = ${db.me.tenantId} and r.id in (select room_id from s) group by 1)
    select s.dorm_id as "dormId", g.full_name as label, ${counts}, min(r.rooms) as rooms, min(r.unsafe) as unsafe, min(r.closed) as "closedRooms"
    from s join dorm_building g on g.tenant_id = ${db.me.tenantId} and g.id = s.dorm_id join rooms r on r.dorm_id = s.dorm_id group by 1, 2 order by 2`)
/** By class and building: two statements over the reader's residents, live. */
const board = handle(holidayBoard, async ({ db }, { planId }) => {
  const plan = await planOf(db, planId) // the plan's dates are visible to readers of residents; residents are scoped below
  const [classes, dorms] = await Promise.all([byClass(db, planId), byDorm(db, planId)])
  const total = { ...NONE }
  for (const d of dorms) for (const key of FIGURES) total[key] += d[key]
  return { ...total, holidayFrom: plan.holidayFrom, holidayTo: plan.holidayTo, byClass: classes, dorms }
})
interface Room {
  roomId: string
  roomNo: string
  isSafe: boolean
  isClosed: boolean
  residents: Array<{ studentId: string; name: string | null; bedNo: number; className: string | null; stands: Stands; leaveAt: string | null }>
}
/** 20-DH3: rooms of a building, those with students still expected first. */
const rooms = handle(closingRooms, async ({ db }, { planId, dormId, isOpen }) => {
  const plan = await planOf(db, planId) // see above
  const found = await db.query<Room>(sql`select r.id as "roomId", r.room_no as "roomNo",
      exists (select from holiday_departure p where p.tenant_id = r.tenant_id and p.plan_id = ${planId} and p.room_id = r.id and ${SAFE}) as "isSafe",
      coalesce(r.closed_from <= ${plan.holidayTo}::date and coalesce(r.closed_to, 'infinity') >= ${plan.holidayFrom}::date, false) as "isClosed",
      jsonb_agg(jsonb_build_object('studentId', s.student_id, 'name', s.name, 'bedNo', b.bed_no, 'className', c.name, 'stands', s.stands, 'leaveAt', s.leave_at) order by b.bed_no) as residents
    from ${standing(db, planId, db.visible(dormStay).rows())} s join dorm_room r on r.tenant_id = ${db.me.tenantId} and r.id = s.room_id join dorm_bed b on b.tenant_id = r.tenant_id and b.id = s.bed_id
      left join stu_class c on c.tenant_id = r.tenant_id and c.id = s.class_id
    where s.dorm_id = ${dormId} group by r.tenant_id, r.id, r.room_no order by r.room_no`)
  const isDone = (r: Room): boolean => r.isClosed || (r.isSafe && r.residents.every(x => x.stands === 'left' || x.stands === 'back'))
  return (isOpen === false ? found : found.filter(r => !isDone(r))).map(r => ({
    ...r,
    residents: r.residents.map(x => ({ ...x, leaveAt: x.leaveAt ? new Date(x.leaveAt).toISOString() : null })),
  }))
})
export default [board, rooms]
