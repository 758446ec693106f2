import sql from 'sql-template-tag'
import { warningSource } from '#server/extensions/warning-sources.ts'
import { LOOK_IN } from '../model/alert-actions.ts'

/** 60-EW, 20-DA5: somebody has not come out for days, for as long as nobody has looked in. Counted only for those who may know that such an alert exists. */
export default warningSource({
  ...{ code: 'dormitory.notLeft', title: '门禁', says: '{n} 小时', permission: LOOK_IN, isPresence: true, events: ['dormitory.alertOpened', 'dormitory.alertClosed'] },
  find: (
    db,
    students,
  ) => sql`select a.student_id as id, now() as at, coalesce((a.facts->>'hours')::float8, 1) as value, a.id::text as "sourceId", '/dormitory/access/alerts?id=' || a.id as link
    from access_alert a where a.tenant_id = ${db.me.tenantId} and a.type = 'notLeft' and a.state in ('open', 'handling') and a.student_id in (${students})`,
})
