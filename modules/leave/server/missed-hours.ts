import sql from 'sql-template-tag'
import { calendarOf, currentOf } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { warningSource } from '#server/extensions/warning-sources.ts'
import { AWAY } from '../model/leave.ts'
import { plannedSections } from './timetable.ts'

const MISSING = ['approved', ...AWAY, 'closed']
interface Missed {
  id: string
  classId: string | null
  courseNo: string
  sections: number
  at: string
}
/** 60-EW: the largest share of one course's lessons of this term that approved leaves have cost, in percent. Lessons that are still to come are not missed. Without a timetable nothing is known. */
export default warningSource({
  ...{ code: 'leave.missedHours', title: '请假', says: '缺课 {n}%', permission: 'leave:leave:list', events: ['leave.approved', 'leave.changed', 'leave.closed'] },
  async find(db, students) {
    const term = currentOf(await calendarOf(db))
    if (!term) return undefined
    const missed =
      await db.query<Missed>(sql`select l.student_id as id, s.class_id as "classId", x."courseNo", sum(x."sectionTo" - x."sectionFrom" + 1)::int as sections, max(x.date)::text as at
      from leave l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
        cross join lateral jsonb_to_recordset(l.lessons) x("courseNo" text, date date, "sectionFrom" int, "sectionTo" int)
      where l.tenant_id = ${db.me.tenantId} and l.state = any(${MISSING}::text[]) and l.extends_id is null and l.lesson_count > 0 and jsonb_typeof(l.lessons) = 'array'
        and l.end_at >= ${term.startDate}::date and x.date between ${term.startDate}::date and ${today()}::date and l.student_id in (${students})
      group by 1, 2, 3`)
    const plans = new Map<string | null, ReadonlyMap<string, number>>()
    for (const classId of new Set(missed.map(m => m.classId))) plans.set(classId, await plannedSections(db, classId, today()))
    const most = new Map<string, { at: string; value: number }>()
    for (const { id, classId, courseNo, sections, at } of missed) {
      const planned = plans.get(classId)?.get(courseNo)
      const value = planned ? Math.round((sections * 100) / planned) : 0
      if (value > (most.get(id)?.value ?? 0)) most.set(id, { at, value })
    }
    const rows = [...most].map(([id, one]) => ({ id, ...one }))
    return sql`select f.id, f.at::timestamp at time zone 'Asia/Shanghai' as at, f.value, ${`${term.xn} ${term.xqM}`}::text as "sourceId", '/leave/leaves?studentId=' || f.id as link
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) f(id uuid, at date, value float8)`
  },
})
