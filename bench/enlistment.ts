import type pg from 'pg'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { median } from './median.ts'
import { call, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const LIST = '/api/flySource-enlistment/enlistRecord/list?state=approved&stage=discharged&sort=returnBy&size=20'
const [YEARS, EACH, MOST_MS] = [10, 2000, 1000]
const count = (n: number): string => n.toLocaleString('en')

/** Ten years of registrations for service, one in forty of them due to return: the list of those, the nearest first. */
export async function enlistment({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const made = await withClient(databases.school, recordsOf)
  const due = (await call<{ page: { total: number } }>(officer, LIST)).page.total
  const ms = await median(() => call(officer, LIST))
  say(`${count(made)} records, ${count(due)} due to return: ${ms.toFixed(0)} ms`)
  return [
    { work: `who of ${count(made)} soldiers of ten years is due to return (${count(due)})`, figure: `${ms.toFixed(0)} ms`, target: `≤ ${count(MOST_MS)} ms`, isMet: ms <= MOST_MS },
  ]
}
/** Several for a student where the school has fewer: only one of them is open. */
async function recordsOf(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `insert into enlist_record (tenant_id, student_id, department_id, class_id, year, season, kind, registered_on, state, stage, notice_no, notice_date, discharged_on, return_by)
      select s.tenant_id, s.id, s.department_id, s.class_id, extract(year from d.on)::int, 'autumn', 'conscript', d.on, 'approved',
        case when g.n % 40 = 0 and g.n <= $2::int then 'discharged' when g.n % 3 = 0 then 'returned' else 'failed' end,
        'RW' || g.n, d.on + 100, case when g.n % 40 = 0 or g.n % 3 = 0 then d.on + 830 end, case when g.n % 40 = 0 or g.n % 3 = 0 then d.on + 1560 end
      from generate_series(1, $1::int * $2::int) g(n)
        join (select *, row_number() over (order by id) as n, count(*) over () as all from student where deleted_at is null) s on s.n = 1 + g.n % s.all
        cross join lateral (select current_date - 1000 - g.n % ($1::int * 365) as on) d`,
    [YEARS, EACH],
  )
  await client.query('analyze enlist_record')
  return rowCount ?? 0
}
