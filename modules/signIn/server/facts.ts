import sql from 'sql-template-tag'
import { calendarOf, currentOf } from '#modules/campus/server/api.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'

export default studentFacts({
  code: 'signIn',
  label: '签到',
  permission: 'signIn:signLine:list',
  facts: {
    absencesThisTerm: { label: '本学期缺勤', type: 'number', unit: '次', otherwise: 0 },
    latesThisTerm: { label: '本学期迟到', type: 'number', unit: '次', otherwise: 0 },
  },
  async values(db, students, on) {
    const term = currentOf(await calendarOf(db), on)
    if (!term) return undefined
    return sql`select l.student_id as id, count(*) filter (where l.state = 'absent')::int as "absencesThisTerm", count(*) filter (where l.state = 'late')::int as "latesThisTerm" from sign_line l
      where l.tenant_id = ${db.me.tenantId} and l.state in ('absent', 'late') and l.date between ${term.startDate}::date and ${term.endDate}::date and l.student_id in (${students}) group by 1`
  },
})
