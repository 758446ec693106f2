import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { moveInChoice } from '../model/move-in-plan.ts'
import type { Slot } from '../model/move-in-slots.ts'
import type { Choice } from './expire-choices.ts'
import { tellTomorrow } from './notify-move-in.ts'

/** Checked-in students have arrived, early or late. Runs with the check-in. */
export async function noteArrivals(db: Db, stayIds: readonly string[], at: string): Promise<void> {
  await db.updateWhere(moveInChoice, { stayId: [...stayIds], state: 'chosen' }, { state: 'came', arrivedAt: at }, { history: false, enqueue: true }) // recorded in the stay's history
}

/** Chosen slots of these stays, for the desk. */
export async function slotsOfStays(db: Db, stayIds: readonly string[]): Promise<Map<string, Slot>> {
  const rows = await db.query<Slot & { stayId: string }>(sql`select stay_id as "stayId", begin_at as "beginAt", end_at as "endAt" from move_in_choice
    where tenant_id = ${db.me.tenantId} and stay_id = any(${[...stayIds]}::uuid[]) and state in ('chosen', 'came')`)
  return new Map(rows.map(({ stayId, ...slot }) => [stayId, slot]))
}
/** Reminder on the evening before. Returns the number. */
export async function remindTomorrow(db: Db, day = addDays(today(), 1)): Promise<number> {
  const rows = await db.query<
    Choice & { note: string | null }
  >(sql`select c.id, c.student_id as "studentId", c.dorm_id as "dormId", c.begin_at as "beginAt", c.end_at as "endAt", p.note
    from move_in_plan p join move_in_slot s on s.tenant_id = p.tenant_id and s.plan_id = p.id join move_in_choice c on c.tenant_id = s.tenant_id and c.slot_id = s.id
    where p.tenant_id = ${db.me.tenantId} and p.day = ${day}::date and c.state = 'chosen' order by c.begin_at, c.id`)
  await tellTomorrow(db, rows)
  return rows.length
}
export default scheduledJob('dormitory.moveInReminders', '到校提醒', '0 18 * * *', db => remindTomorrow(db))
