import sql from 'sql-template-tag'
import { appendToChain } from '#server/audit/audit-chain.ts'
import type { Db } from '#server/context.ts'
import { verify } from './verify.ts'

const DAYS = 90
/** Log entries per demo student in ninety days, and their maximum. */
const A_STUDENT = 12
const MOST = 50_000

/** Ninety days of demo logs: sign-ins, changes, reads with reasons, and some errors. */
export default async function demo(db: Db, { students }: { students: number }): Promise<void> {
  const tenantId = db.me.tenantId
  const lines = Math.min(MOST, students * A_STUDENT)
  await db.query(sql`select setseed(0.42)`)
  await db.query(sql`
    insert into login_log (tenant_id, account, user_id, realm, way, result, reason, terminal, ip, device, at)
    select ${tenantId}, u.user_name, u.id, u.realm, case when n % 9 = 0 then 'scan' when n % 5 = 0 then 'mobile' else 'account' end,
      case when n % 17 = 0 then 'failure' when n % 101 = 0 then 'refused' else 'success' end, case when n % 17 = 0 then 'password' when n % 101 = 0 then 'locked' end,
      case when n % 3 = 0 then 'mobile' else 'pc' end, '10.' || n % 4 || '.' || n % 200 || '.' || 1 + n % 250,
      case when n % 3 = 0 then 'Mozilla/5.0 (Linux; Android 16) Mobile Chrome/146' else 'Mozilla/5.0 (Windows NT 10.0) Chrome/146' end,
      ${moment()}
    from generate_series(1, ${lines}::int / 2) n join (select *, row_number() over (order by id) as place, count(*) over () as all_users from sys_user where tenant_id = ${tenantId}) u on u.place = 1 + n % u.all_users`)
  await db.query(sql`
    insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff, ip, trace_id, at)
    select ${tenantId}, w.id, 'student', 'update', 'student', s.id, 'web',
      jsonb_build_object('phone', jsonb_build_object('from', null, 'to', '139' || lpad((n % 100000000)::text, 8, '0'))), '10.0.0.' || 1 + n % 250, 'demo' || n, ${moment()}
    from generate_series(1, ${lines}::int / 3) n
    join (select id, row_number() over (order by id) as place, count(*) over () as all_staff from sys_user where tenant_id = ${tenantId} and user_type = 1) w on w.place = 1 + n % w.all_staff
    join (select id, row_number() over (order by id) as place, count(*) over () as all_students from student where tenant_id = ${tenantId}) s on s.place = 1 + (n * 7) % s.all_students`)
  await db.query(sql`
    insert into audit_log (tenant_id, user_id, action, biz_type, biz_id, detail, ip, trace_id, at)
    select ${tenantId}, w.id, 'reveal', 'student', s.id, jsonb_build_object('fields', jsonb_build_array('idNo'), 'reason', (array['核对证件', '资助材料复核', '核实住址', '办理保险'])[1 + n % 4]), '10.0.0.' || 1 + n % 250, 'demo-r' || n, x.at
    from (select n, ${moment()} as at from generate_series(1, ${lines}::int / 10) n) x
    join (select id, row_number() over (order by id) as place, count(*) over () as all_staff from sys_user where tenant_id = ${tenantId} and user_type = 1) w on w.place = 1 + x.n % w.all_staff
    join (select id, row_number() over (order by id) as place, count(*) over () as all_students from student where tenant_id = ${tenantId}) s on s.place = 1 + (x.n * 3) % s.all_students
    order by x.at`)
  await db.query(sql`
    insert into error_log (tenant_id, fingerprint, source, message, stack, path, release, first_at, last_at, count, state, trace_ids)
    select ${tenantId}, md5(x.message), x.source, x.message, x.stack, x.path, '0.1.0', now() - make_interval(days => x.first_day), now() - make_interval(days => x.last_day), x.count, x.state, '[]'
    from (values
      ('browser', 'Cannot read properties of undefined (reading ''name'')', 'at Roommates (RoomPage.js:1:2042)', '/dormitory/rooms', 40, 2, 17, 'known'),
      ('browser', 'ResizeObserver loop completed with undelivered notifications.', null, '/student/students', 80, 0, 203, 'known'),
      ('server', 'canceling statement due to statement timeout', 'at Statement.handleError (statement.ts:95:11)', 'GET /api/base/student/list', 12, 12, 3, 'fixed'),
      ('browser', 'Failed to fetch dynamically imported module', null, '/index', 30, 1, 9, 'new')
    ) x(source, message, stack, path, first_day, last_day, count, state)`)
  await db.query(sql`
    insert into api_day (tenant_id, day, method, path, calls, errors, ms, slow)
    select ${tenantId}, current_date - d, x.method, x.path, (x.calls * (0.6 + random() * 0.8))::int, (random() * 1.2)::int, x.calls * 9, array[x.calls * 5 / 10, x.calls * 3 / 10, x.calls / 10, x.calls / 20, x.calls / 40, 0, 0, 0, 0, 0, 0]
    from generate_series(0, ${DAYS}::int - 1) d cross join (values
      ('GET', '/api/base/student/list', 2400), ('GET', '/api/base/sysMenu/getUserRoutes', 1300), ('GET', '/api/base/todo/count', 5200), ('GET', '/api/base/stuClass/list', 480), ('POST', '/api/base/student/update', 120)
    ) x(method, path, calls)`)
  await appendToChain(db)
  await verify(db)
}
/** A random moment of the last ninety days, rarer at night. */
const moment = () =>
  sql`date_trunc('day', now()) - make_interval(days => (random() * ${DAYS - 1})::int) + make_interval(secs => (7 * 3600 + random() * random() * 15 * 3600)::int) - interval '1 day'`
