import type { Bench } from './bench.ts'
import { COUNT, PASSWORD, withClient } from './database.ts'
import { median } from './median.ts'
import { call, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const YEARS = 10
/** Two million for a school of fifty thousand. */
const A_YEAR = 4
const LEAVES = COUNT * A_YEAR * YEARS
const LIST = '/api/flySource-leave/leave/list?size=20'

/** Ten years of finished leaves: first pages of lists, for the office and for one college. */
export async function decade({ databases, ours, say }: Bench): Promise<Line[]> {
  say(`${LEAVES.toLocaleString('en')} leaves of ${YEARS} years`)
  const classId = await withClient(databases.school, async client => {
    await client.query(`insert into leave (tenant_id, leave_no, student_id, department_id, class_id, type_id, start_at, end_at, days, counted_days, level, reason, contact_name, guardian_informed, state, approved_at, back_at, back_way, actual_days)
      select s.tenant_id, 'D' || s.n || '-' || k, s.id, s.department_id, s.class_id, t.id, d.at, d.at + interval '34 hours', 1.5, 1.5, 'fdy', '回家办事', '张建国', true, 'closed', d.at - interval '1 day', d.at + interval '34 hours', 'staff', 1.5
      from (select *, row_number() over (order by student_no) as n from student) s
        join lateral (select id from leave_type where tenant_id = s.tenant_id and code = 'personal') t on true cross join generate_series(1, ${A_YEAR * YEARS}) k
        cross join lateral (select now() - interval '30 days' - make_interval(days => (s.n * 7 + k * ${Math.floor(365 / A_YEAR)})::int % ${YEARS * 365}, mins => (s.n % 600)::int) as at) d`)
    await client.query('vacuum analyze leave')
    return (await client.query<{ id: string }>('select class_id as id from leave where class_id is not null limit 1')).rows[0]?.id ?? ''
  })
  const lines: Line[] = []
  for (const [who, account] of [
    ['the office', ACCOUNTS.officer],
    ['one college', ACCOUNTS.oneCollege],
  ] as const) {
    const session = await signIn(ours.port, account, PASSWORD)
    for (const [what, filter] of [
      ['all', ''],
      ['those of one class', `&classId=${classId}`],
      ['those of a month', '&startAt.ge=2024-03-01T00:00:00Z&startAt.le=2024-03-31T00:00:00Z'],
    ] as const) {
      const ms = await median(() => call(session, LIST + filter))
      say(`${who}, ${what}: ${ms.toFixed(0)} ms`)
      lines.push({ work: `list of ${LEAVES.toLocaleString('en')} leaves, ${what}, for ${who}`, figure: `${ms.toFixed(0)} ms`, target: '< 1 s', isMet: ms < 1000 })
    }
  }
  return lines
}
