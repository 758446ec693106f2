import sql from 'sql-template-tag'
import { warningSource } from '#server/extensions/warning-sources.ts'

/** 60-EW: a leave that is over and nobody has come back from, for as long as it lasts, in days. */
export default warningSource({
  ...{ code: 'leave.overdue', title: '请假', says: '超期 {n} 天', permission: 'leave:leave:list', isPresence: true, events: ['leave.overdue', 'leave.closed', 'leave.changed'] },
  find: (
    db,
    students,
  ) => sql`select l.student_id as id, now() as at, round(extract(epoch from now() - l.end_at)::numeric / 86400, 1)::float8 as value, l.id::text as "sourceId", '/leave/leaves?id=' || l.id as link
    from leave l where l.tenant_id = ${db.me.tenantId} and l.state = 'overdue' and l.end_at < now() and l.student_id in (${students})`,
})
