import sql from 'sql-template-tag'
import { welcomeSource } from '#server/extensions/welcome-steps.ts'

const asked = sql`test_candidate c join test_schedule s on s.tenant_id = c.tenant_id and s.id = c.schedule_id and s.is_welcome_step and s.state in ('published', 'paused', 'closed')`
/** 30-WS3: settled for whoever has passed every test of enrolment that asks them, and at least one. */
export default welcomeSource({
  code: 'test',
  title: '在线测试',
  events: ['test.passed'],
  settled: (db, students) =>
    sql`select c.student_id as id from ${asked} where c.tenant_id = ${db.me.tenantId} and c.student_id in (${students}) group by 1 having bool_and(c.passed_at is not null)`,
  lacking: (db, students) =>
    sql`select c.student_id as id, min(s.name) as actual from ${asked} where c.tenant_id = ${db.me.tenantId} and c.student_id in (${students}) and c.passed_at is null group by 1`,
  said: name => ({ text: '“{name}”还没有合格', values: { name } }),
})
