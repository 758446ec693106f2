import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { warningSource } from '#server/extensions/warning-sources.ts'

const OF_NIGHTS = { says: '第 {n} 次', permission: 'dormitory:nightLine:list', isPresence: true, events: ['dormitory.nightResult'] } as const
/** Nights with this result, counted in their order. What somebody was allowed or has explained is no such night any more. */
const nights = (
  db: Db,
  students: Sql,
  from: string,
  result: 'absent' | 'late',
): Sql => sql`select n.student_id as id, (n.night_date + time '22:00') at time zone 'Asia/Shanghai' as at,
    row_number() over (partition by n.student_id order by n.night_date)::float8 as value, n.id::text as "sourceId", '/dormitory/night/lines?studentId=' || n.student_id as link
  from night_line n where n.tenant_id = ${db.me.tenantId} and n.result = ${result} and n.handled_state is distinct from 'explained' and n.night_date >= ${from}::date and n.student_id in (${students})`
export default [
  ...warningSource({ ...OF_NIGHTS, code: 'dormitory.absentNight', title: '归寝', find: (db, students, from) => nights(db, students, from, 'absent') }),
  ...warningSource({ ...OF_NIGHTS, code: 'dormitory.lateNight', title: '归寝', find: (db, students, from) => nights(db, students, from, 'late') }),
]
