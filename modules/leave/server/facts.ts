import sql from 'sql-template-tag'
import { schoolDayEnd, schoolInstant } from '#model/school-time.ts'
import { calendarOf, currentOf } from '#modules/campus/server/api.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { COUNTING } from '../model/leave.ts'

const COUNTED = COUNTING.filter(state => state !== 'pending' && state !== 'returned')
export default studentFacts({
  code: 'leave',
  label: '请假',
  permission: 'leave:leave:list',
  facts: {
    daysThisTerm: { label: '本学期请假天数', type: 'number', unit: '天', otherwise: 0 },
    timesThisTerm: { label: '本学期请假次数', type: 'number', unit: '次', otherwise: 0 },
  },
  async values(db, students, on) {
    const term = currentOf(await calendarOf(db), on)
    if (!term) return undefined
    return sql`select l.student_id as id, sum(coalesce(l.actual_days, l.days))::float8 as "daysThisTerm", count(*)::int as "timesThisTerm" from leave l
      where l.tenant_id = ${db.me.tenantId} and l.extends_id is null and l.state = any(${[...COUNTED]}::text[]) and l.start_at >= ${schoolInstant(term.startDate)}::timestamptz
        and l.start_at < ${schoolDayEnd(term.endDate)}::timestamptz and l.student_id in (${students}) group by 1`
  },
})
