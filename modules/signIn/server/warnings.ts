import sql from 'sql-template-tag'
import { warningSource } from '#server/extensions/warning-sources.ts'

/** 60-EW: absences from sign-in, counted in their order. Whoever was excused is not absent. */
export default warningSource({
  ...{ code: 'signIn.absent', title: '签到', says: '第 {n} 次', permission: 'signIn:signLine:list', isPresence: true },
  find: (
    db,
    students,
    from,
  ) => sql`select l.student_id as id, l.date::timestamp at time zone 'Asia/Shanghai' as at, row_number() over (partition by l.student_id order by l.date, l.id)::float8 as value,
      l.id::text as "sourceId", '/student/profile?id=' || l.student_id as link
    from sign_line l where l.tenant_id = ${db.me.tenantId} and l.state = 'absent' and l.date >= ${from}::date and l.student_id in (${students})`,
})
