import sql, { type Sql } from 'sql-template-tag'
import type { Facts } from '#model/flow/index.ts'
import { roundQualify } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { holidayPlan, planPreview } from '../model/holiday.ts'

/** Requirements of a plan: students with an account to answer, and counsellors to notify of missing answers (20-G8). */
const KNOWN = [
  { name: 'student', label: '在册学生', type: 'bool', from: 'module' },
  { name: 'counsellor', label: '辅导员', type: 'text', from: 'module' },
] as const
const CONDITIONS = [
  { name: '是在册学生', when: { fact: 'student', op: 'eq', value: true } },
  { name: '有辅导员', when: { fact: 'counsellor', op: 'filled' } },
] as const
async function facts(db: Db, _row: unknown, accounts: Sql): Promise<Map<string, Facts>> {
  const rows = await db.query<{ id: string; student: boolean; counsellor: string | null }>(sql`select a.id, s.id is not null as student,
      (select t.name from student_staff_now h join teacher t on t.tenant_id = h.tenant_id and t.id = h.teacher_id where h.tenant_id = s.tenant_id and h.student_id = s.id and h.role = 'fdy' and h.is_primary) as counsellor
    from ${accounts} a left join student s on s.tenant_id = ${db.me.tenantId} and s.id = a.student_id and s.status = 'active' and s.deleted_at is null`)
  return new Map(rows.map(({ id, student, counsellor }) => [id, { student, counsellor }]))
}
export default roundQualify(holidayPlan, planPreview, { known: KNOWN, conditions: async () => CONDITIONS, facts })
