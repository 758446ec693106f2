import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { dutySource } from '#server/extensions/desk-parts.ts'
import { nightDuty } from '../model/night-duty.ts'

interface Night {
  id: string
  night: string
  department: string | null
  note: string | null
}
/** 10-P4: one's nights on duty in the schedule, from the evening to the morning: what happens by day is the counsellors'. */
export default dutySource({
  code: 'nightDuty',
  title: '夜间值班',
  async of(db, { teacherId }, from, to) {
    if (!teacherId) return []
    const nights = await db.query<Night>(sql`select n.id, n.night_date as night, d.name as department, n.note from ${db.unscoped(nightDuty).rows()} n
      left join department d on d.tenant_id = ${db.me.tenantId} and d.id = n.department_id
      where n.teacher_id = ${teacherId} and n.night_date between ${addDays(from, -1)}::date and ${to}::date order by n.night_date`) // one's own duties
    return nights.map(n => ({ id: n.id, begin: schoolInstant(n.night, '18:00'), end: schoolInstant(addDays(n.night, 1), '08:00'), place: n.department, note: n.note }))
  },
})
