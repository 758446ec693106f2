import sql from 'sql-template-tag'
import { warningSource } from '#server/extensions/warning-sources.ts'

/** 60-EW: a punishment that has come into force of late; one that was lifted or revoked is held against nobody. */
export default warningSource({
  ...{ code: 'discipline.punished', title: '处分', permission: 'discipline:punishment:list', events: ['discipline.effective', 'discipline.revoked', 'discipline.ended'] },
  find: (
    db,
    students,
    from,
  ) => sql`select p.student_id as id, p.period_start::timestamp at time zone 'Asia/Shanghai' as at, 1::float8 as value, p.id::text as "sourceId", '/discipline/punishments?id=' || p.id as link
    from punishment p where p.tenant_id = ${db.me.tenantId} and p.state in ('inForce', 'liftPending') and p.period_start >= ${from}::date and p.student_id in (${students})`,
})
