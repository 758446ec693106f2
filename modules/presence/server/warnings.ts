import sql from 'sql-template-tag'
import { warningSource } from '#server/extensions/warning-sources.ts'

/** 60-EW: nobody has seen them for days, as long as that is so; whoever is away by right is not missed. */
export default warningSource({
  ...{ code: 'presence.missing', title: '在校状态', permission: 'presence:presenceConflict:list', isPresence: true, events: ['presence.conflictOpened'] },
  find: (db, students) => sql`select c.student_id as id, now() as at, 1::float8 as value, c.id::text as "sourceId", '/presence/conflicts?id=' || c.id as link
    from presence_conflict c where c.tenant_id = ${db.me.tenantId} and c.code = 'PC7' and c.state = 'open' and c.student_id in (${students})`,
})
