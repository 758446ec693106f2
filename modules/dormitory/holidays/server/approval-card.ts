import sql from 'sql-template-tag'
import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { planOf } from '#modules/outing/server/api.ts'
import { isMinor } from '#modules/student/model/age.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { HolidayStayState } from '../model/holiday-stay.ts'
import { nightsOf } from './nights.ts'
import { boardersOf } from './people.ts'
import type { HolidayStay } from './submit.ts'

const EARLIER = 5
const DAYS = 30
const earlierOf = (db: Db, { studentId, planId }: HolidayStay) =>
  db.query<{ name: string; stayed: boolean; state: HolidayStayState | null }>(sql`select p.name, d.choice = 'stay' as stayed, h.state
    from holiday_destination d join holiday_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id
      left join lateral (select h.state from holiday_stay h where h.tenant_id = d.tenant_id and h.destination_id = d.id order by h.created_at desc limit 1) h on true
    where d.tenant_id = ${db.me.tenantId} and d.student_id = ${studentId} and d.plan_id <> ${planId} and d.answered_at is not null order by p.holiday_from desc limit ${EARLIER}`)

/** Data for a decision: dates, family contact, earlier holidays, and recent nights. */
export async function cardOf({ db }: Ctx, row: HolidayStay) {
  const [plan, who] = [await planOf(db, row.planId), (await boardersOf(db, [row.studentId])).get(row.studentId)]
  const lived = (await nightsOf(db, [row.studentId], { from: addDays(today(), -DAYS), to: today() })).get(row.studentId)
  return {
    id: row.id,
    planName: plan.name,
    from: row.from,
    to: row.to,
    nights: daysBetween(row.from, row.to),
    state: row.state,
    reason: row.reason,
    detail: row.detail,
    lodging: row.lodging,
    bed: who?.bed ?? null,
    guardianName: row.guardianName,
    guardianPhone: row.guardianPhone,
    guardianAgreed: row.guardianAgreed === true,
    isMinor: isMinor(who?.birthDate ?? null, row.from),
    earlier: await earlierOf(db, row),
    lates: lived?.lates ?? 0,
    nightsOut: lived?.nightsOut ?? 0,
  }
}
