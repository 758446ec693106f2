import { Agent } from 'node:http'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { forgetKept, furnish } from './dorm-school.ts'
import { addHolidayPlan, giveAccounts } from './holiday.ts'
import { median } from './median.ts'
import { call, post, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'
import { signIns } from './term.ts'

const OUTING = '/api/flySource-outing'
const FACTS = '/api/flySource-workflow/condition/facts'
interface NamedRow {
  name: string
}
/** A condition for each source over all of its facts, and one that nobody meets. */
const conditionsOver = (known: readonly NamedRow[]) => [
  ...[...Map.groupBy(known, ({ name }) => name.split('.')[0] ?? '')].map(([source, facts]) => ({
    name: source,
    when: { all: facts.map(({ name }) => ({ fact: name, op: 'filled' })) },
  })),
  { name: '年级', when: { fact: 'student.grade', op: 'lt', value: 1990 } },
]
interface Preview {
  total: number
  met: number
  conditions: Array<{ name: string; failed: number }>
}
/** Conditions of a round, asked of one student who answers and of a whole school at once. */
export async function facts({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const rows = await withClient(databases.school, fill)
  say(`${rows.toLocaleString('en')} rows that facts are found in`)
  const { id: planId } = await addHolidayPlan(officer, '条件压测')
  const known = await call<NamedRow[]>(officer, FACTS)
  const asked = conditionsOver(known)
  await call(officer, `${OUTING}/holidayPlan/saveConditions`, { id: planId, conditions: asked })
  const began = performance.now()
  const { total, met, conditions } = await call<Preview>(officer, `${OUTING}/holidayPlan/qualify?id=${planId}`)
  const allMs = performance.now() - began
  await call(officer, `${OUTING}/holidayPlan/publish`, { id: planId })
  const student = await signIn(ours.port, 'bench-s1', PASSWORD)
  const answer = JSON.stringify({ planId, choice: 'stay' })
  const agent = new Agent({ keepAlive: true })
  let refusal = 0
  const oneMs = await median(async () => {
    refusal = (await post(student, `${OUTING}/holidayDestination/answer`, answer, agent)).code
  })
  agent.destroy()
  say(
    `${total} students, ${met} meet all (fail: ${conditions.map(c => `${c.name} ${c.failed}`).join(', ')}): ${(allMs / 1000).toFixed(1)} s; one answers ${refusal} in ${oneMs.toFixed(0)} ms`,
  )
  return [
    {
      work: `${asked.length} conditions over all ${known.length} facts that the office may use, in ${rows.toLocaleString('en')} rows, asked of ${total.toLocaleString('en')} students, with the reasons of each`,
      figure: `${(allMs / 1000).toFixed(1)} s`,
      target: '≤ 20 s',
      isMet: allMs <= 20_000,
    },
    { work: 'the same conditions when one student answers and is refused', figure: `${oneMs.toFixed(0)} ms`, target: '≤ 50 ms', isMet: oneMs <= 50 && refusal === 422 },
  ]
}
/** Lodging, and a term of attendance, leaves and violations. Idempotent. */
async function fill(client: pg.Client): Promise<number> {
  await giveAccounts(client)
  await furnish(client)
  await openTerm(client)
  await signIns(client)
  await client.query(
    "update sign_line set state = case when hashtext(id::text) % 3 = 0 then 'absent' else 'late' end, signed_at = null, way = null where state = 'signed' and abs(hashtext(id::text)) % 12 = 0",
  )
  await client.query(`insert into leave (tenant_id, leave_no, student_id, department_id, class_id, type_id, start_at, end_at, days, counted_days, level, reason, contact_name, guardian_informed, state, approved_at, back_at, back_way, actual_days)
    select s.tenant_id, 'F' || s.n || '-' || k, s.id, s.department_id, s.class_id, t.id, d.at, d.at + interval '34 hours', 1.5, 1.5, 'fdy', '回家办事', '张建国', true, 'closed', d.at - interval '1 day', d.at + interval '34 hours', 'staff', 1.5
    from (select *, row_number() over (order by student_no) as n from student where status = 'active') s join lateral (select id from leave_type where tenant_id = s.tenant_id and code = 'personal') t on true
      cross join generate_series(1, 3) k cross join lateral (select now() - make_interval(days => (s.n * 7 + k * 13)::int % 40 + 3, mins => (s.n % 600)::int) as at) d on conflict do nothing`)
  await client.query(`insert into dorm_violation (tenant_id, student_id, room_id, dorm_id, class_id, department_id, type, level, at, details, state, source_type, source_id, source_seq, asked_at, heard_as, heard_at)
    select y.tenant_id, y.student_id, y.room_id, y.dorm_id, y.class_id, y.department_id, 'appliance', case when abs(hashtext(y.id::text)) % 9 = 0 then 'serious' else 'ordinary' end, now() - interval '20 days', '压测', 'confirmed', 'manual', 'bench', y.id::text,
      now() - interval '19 days', 'waived', now() - interval '18 days'
    from dorm_stay y where y.state = 'checkedIn' and abs(hashtext(y.student_id::text)) % 10 = 0 on conflict do nothing`)
  await client.query('vacuum analyze sign_line, leave, dorm_violation')
  const { rows } = await client.query<{ n: string }>(
    'select (select count(*) from sign_line) + (select count(*) from leave) + (select count(*) from dorm_violation) + (select count(*) from dorm_stay) as n',
  )
  return Number(rows[0]?.n)
}
/** A term that holds today, in a school without a calendar: attendance and leaves are counted by the term. */
async function openTerm(client: pg.Client): Promise<void> {
  await client.query(`with school as (select tenant_id from campus order by code limit 1), y as (select extract(year from current_date)::int as n),
      made as (insert into school_year (tenant_id, xn, start_date, end_date) select tenant_id, n || '-' || n + 1, current_date - 60, current_date + 300 from school, y where not exists (select from school_year) returning tenant_id, xn)
    insert into term (tenant_id, xn, xq_m, name, week1_start, weeks, start_date, end_date, switch_date) select tenant_id, xn, '1', '压测学期', current_date - 60, 18, current_date - 60, current_date + 66, current_date - 60 from made`)
  await forgetKept(client, 'schoolYear', 'term')
}
