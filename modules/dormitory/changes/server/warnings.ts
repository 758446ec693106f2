import sql from 'sql-template-tag'
import { warningSource } from '#server/extensions/warning-sources.ts'

/** 60-EW: somebody has changed rooms by themselves, with one who swapped; what a list of the school moved, a repair or a new class, is none. */
export default warningSource({
  ...{ code: 'dormitory.roomChange', title: '调宿', says: '第 {n} 次', permission: 'dormitory:dormChange:list', events: ['dormitory.roomChanged'] },
  find: (
    db,
    students,
    from,
  ) => sql`select x.id, x.at, row_number() over (partition by x.id order by x.at)::float8 as value, x.change_id::text as "sourceId", '/dormitory/changes?studentId=' || x.id as link
    from (select who.id, c.id as change_id, c.executed_at as at from dorm_change c cross join lateral (values (c.student_id), (c.peer_id)) who(id)
      where c.tenant_id = ${db.me.tenantId} and c.state = 'executed' and c.mass_move_id is null and c.reason not in ('repair', 'classMove')
        and c.executed_at >= ${from}::date and who.id in (${students})) x`,
})
