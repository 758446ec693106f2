import sql from 'sql-template-tag'
import { welcomeSource } from '#server/extensions/welcome-steps.ts'

/** Code of what settles the step of verification. */
export const SOURCE = 'welcome.verify'
const SAID: Readonly<Record<string, string>> = { none: '还没有核验', doubt: '存疑，等另一人复核', fail: '核验不通过' }
export default welcomeSource({
  code: SOURCE,
  title: '身份核验',
  link: '/welcome/verify',
  // who was verified in an earlier batch and comes again is looked at again
  settled: (db, students, batchId) =>
    sql`select v.student_id from id_verification v where v.tenant_id = ${db.me.tenantId} and v.batch_id = ${batchId} and v.student_id in (${students}) and v.result = 'pass'`,
  lacking: (db, students, batchId) =>
    sql`select x.id, coalesce(v.result, 'none') as actual from (${students}) x (id) left join id_verification v on v.tenant_id = ${db.me.tenantId} and v.batch_id = ${batchId} and v.student_id = x.id where v.result is distinct from 'pass'`,
  said: actual => ({ text: SAID[actual] ?? '还没有核验' }),
})
