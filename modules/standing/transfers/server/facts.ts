import sql from 'sql-template-tag'
import { studentFacts } from '#server/extensions/student-facts.ts'

/** What batches ask about: how often a student has changed the major. */
export default studentFacts({
  code: 'standing',
  label: '学籍异动',
  permission: 'standing:statusChange:list',
  facts: { majorTransfers: { label: '转专业次数', type: 'number', unit: '次', otherwise: 0 } },
  values: async (db, students) => sql`select c.student_id as id, count(*)::int as "majorTransfers" from status_change c
    where c.tenant_id = ${db.me.tenantId} and c.is_transfer and c.effect_state = 'effective' and c.reverses_id is null and c.student_id in (${students}) group by 1`,
})
