import sql from 'sql-template-tag'
import { planOf } from '#modules/outing/server/api.ts'
import { handle } from '#server/context.ts'
import { watchedStays } from '../model/actions.ts'
import { holidayStay } from '../model/holiday-stay.ts'
import { nightsOf } from './nights.ts'
import { settingsOf } from './settings.ts'

interface Staying {
  id: string
  studentId: string
  name: string
  studentNo: string | null
  className: string | null
  dutyTeacher: string | null
}
/** 20-DH6: stayers too often late or out since the holiday began; most nights out first. */
export default handle(watchedStays, async ({ db }, { planId }) => {
  const plan = await planOf(db, planId) // the plan's dates are visible to readers of stays; students are scoped below
  const { stayLates, stayNightsOut } = await settingsOf(db)
  const rows = await db.query<Staying>(sql`select h.id, h.student_id as "studentId", s.name, s.student_no as "studentNo", c.name as "className", t.name as "dutyTeacher"
    from ${db.visible(holidayStay).rows()} h join student s on s.tenant_id = ${db.me.tenantId} and s.id = h.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      left join teacher t on t.tenant_id = s.tenant_id and t.id = h.duty_teacher_id
    where h.plan_id = ${planId} and h.state = 'approved'`)
  const lived = await nightsOf(
    db,
    rows.map(r => r.studentId),
    { from: plan.holidayFrom, to: plan.holidayTo },
  )
  return rows
    .map(r => ({ ...r, lates: lived.get(r.studentId)?.lates ?? 0, nightsOut: lived.get(r.studentId)?.nightsOut ?? 0 }))
    .filter(r => r.lates >= stayLates || r.nightsOut >= stayNightsOut)
    .sort((a, b) => b.nightsOut - a.nightsOut || b.lates - a.lates)
})
