import sql from 'sql-template-tag'
import { studentFacts } from '#server/extensions/student-facts.ts'

export default studentFacts({
  code: 'admission',
  label: '录取',
  permission: 'admission:admittedStudent:list',
  facts: { totalScore: { label: '高考总分', type: 'number', unit: '分' } },
  values: (db, students) => sql`select a.id, a.total_score::float8 as "totalScore" from admitted_student a where a.tenant_id = ${db.me.tenantId} and a.id in (${students})`,
})
