import sql from 'sql-template-tag'
import { type Db, onMany } from '#server/context.ts'
import type { LAPSE_REASONS } from '../model/move-in-messages.ts'
import { moveInChoice } from '../model/move-in-plan.ts'
import type { Slot } from '../model/move-in-slots.ts'
import { settingsOf } from './move-in-settings.ts'
import { isAwaited } from './move-in-slots.ts'
import { tellLapsed } from './notify-move-in.ts'

export interface Choice extends Slot {
  id: string
  studentId: string
  dormId: string
}
type Reason = keyof typeof LAPSE_REASONS
/** Cancels choices whose places are free again, and notifies the students of the reason. The slots are locked already, or only one is concerned. */
export async function expirePlaces(db: Db, choices: readonly Choice[], reason: Reason): Promise<void> {
  if (!choices.length) return
  await db.sourced(reason).updateWhere(moveInChoice, { id: choices.map(c => c.id), state: 'chosen' }, { state: 'lapsed' })
  await tellLapsed(db, choices, reason)
}
interface ExpiringChoice extends Choice {
  slotId: string
  stayId: string
  /** Another reserved bed in the same building, near the same day. */
  fitting: string | null
  isOpen: boolean
  isSameDorm: boolean
}
/** After changes to these students' beds: a choice follows a reserved bed in its building near its day, also a different one; other choices lapse. */
export async function reviewChoices(db: Db, studentIds: readonly string[]): Promise<void> {
  const { tenantId } = db.me
  const reach = await settingsOf(db)
  // locked in the common slot order
  await db.query(sql`select 1 from move_in_slot where tenant_id = ${tenantId} and id in (select slot_id from move_in_choice where tenant_id = ${tenantId} and student_id = any(${[...studentIds]}::uuid[]) and state = 'chosen')
    order by id for update`)
  const rows =
    await db.query<ExpiringChoice>(sql`select c.id, c.student_id as "studentId", c.dorm_id as "dormId", c.begin_at as "beginAt", c.end_at as "endAt", c.slot_id as "slotId", c.stay_id as "stayId",
      y.state in ('reserved', 'checkedIn') as "isOpen", y.dorm_id = c.dorm_id as "isSameDorm",
      (select s.id from dorm_stay s where s.tenant_id = c.tenant_id and s.student_id = c.student_id and s.dorm_id = c.dorm_id
        and ${isAwaited(sql`(c.begin_at at time zone 'Asia/Shanghai')::date`, reach)} order by s.id = c.stay_id desc, s.planned_in limit 1) as fitting
    from move_in_choice c join dorm_stay y on y.tenant_id = c.tenant_id and y.id = c.stay_id
    where c.tenant_id = ${tenantId} and c.student_id = any(${[...studentIds]}::uuid[]) and c.state = 'chosen' order by c.id`)
  const moved = rows.filter(r => r.fitting)
  const from = sql`unnest(${moved.map(r => r.id)}::uuid[], ${moved.map(r => r.fitting)}::uuid[]) x(id, stay), dorm_stay s`
  const stay = { stayId: sql`s.id`, bedId: sql`s.bed_id`, studentNo: sql`s.student_no`, name: sql`s.name`, departmentId: sql`s.department_id`, classId: sql`s.class_id` }
  await db.updateWhere(moveInChoice, sql`c.id = x.id and s.tenant_id = c.tenant_id and s.id = x.stay`, stay, { as: 'c', from, history: false }) // recorded in the stay's history
  const whyOf = (r: ExpiringChoice): Reason => (!r.isOpen ? 'stay' : r.isSameDorm ? 'day' : 'dorm')
  for (const [reason, of] of Map.groupBy(
    rows.filter(r => !r.fitting),
    whyOf,
  ))
    await expirePlaces(db, of, reason)
}
const ids = (payloads: ReadonlyArray<Record<string, unknown>>): string[] => [...new Set(payloads.flatMap(p => (typeof p.studentId === 'string' ? [p.studentId] : [])))]
const beds = onMany(['dormitory.stayReleased', 'dormitory.stayReserved', 'dormitory.stayEnded'], 'dormitory.moveInReview', ({ db }, payloads) => reviewChoices(db, ids(payloads)))
/** Names and classes follow the student, as in stays. */
const people = onMany(['student.classChanged', 'student.numberAssigned', 'student.infoChanged'], 'dormitory.moveInFollow', ({ db }, payloads) => reviewChoices(db, ids(payloads)))
export default [beds, people]
