import sql from 'sql-template-tag'
import { studentFacts } from '#server/extensions/student-facts.ts'

const EXEMPT = '08'
/** Who serves and who has served: national grants ask for it (40-Z2). */
export default studentFacts({
  code: 'enlistment',
  label: '参军',
  permission: 'enlistment:enlistRecord:list',
  facts: {
    isRetired: { label: '退役士兵学生', type: 'bool', otherwise: false },
    isServing: { label: '在伍', type: 'bool', otherwise: false },
  },
  values: (db, students) => sql`select s.id,
      (s.enrol_mode = ${EXEMPT} or exists (select from enlist_record r where r.tenant_id = s.tenant_id and r.student_id = s.id and r.stage in ('discharged', 'returned'))
        or exists (select from military_aid a where a.tenant_id = s.tenant_id and a.student_id = s.id and a.kind = 'retiredWaiver' and a.state in ('approved', 'reported', 'funded', 'paid'))) is true as "isRetired",
      exists (select from enlist_record r where r.tenant_id = s.tenant_id and r.student_id = s.id and r.stage = 'enlisted') as "isServing"
    from student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.id in (${students})`,
})
