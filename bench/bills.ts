import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { forgetKept } from './dorm-school.ts'
import { payments } from './payments.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const RUN = '/api/flySource-fee/billRun'
export const FINANCE = 'bench-finance'
const [PAYERS, ITEMS, MOST_S] = [30_000, 4, 180]
const count = (n: number): string => n.toLocaleString('en')
interface Run {
  state: string
  done: number
  lines: number
}
/** Bills of a whole school, issued by two officers at once: four items for thirty thousand payers, nobody charged twice. */
export async function bills(bench: Bench): Promise<Line[]> {
  const { ours, databases, say } = bench
  const asked = await withClient(databases.school, fillPrices)
  const finance = await signIn(ours.port, FINANCE, PASSWORD)
  const began = performance.now()
  const { digest, count: lines } = await previewed(finance, asked)
  const previewMs = performance.now() - began
  const issue = async (): Promise<Run> => finished(finance, await issued(finance, asked, digest))
  const started = performance.now()
  const runs = await Promise.all([issue(), issue()])
  const seconds = (performance.now() - started) / 1000
  const { billed, charged, doubled } = await withClient(databases.school, whole)
  say(
    `${count(lines)} lines previewed in ${(previewMs / 1000).toFixed(1)} s, issued twice at once in ${seconds.toFixed(0)} s: ${count(billed)} lines, ${count(charged)} charges, ${doubled} doubled`,
  )
  const isWhole = runs.every(r => r.state === 'done') && billed === lines && charged === lines && doubled === 0
  return [
    { work: `${count(lines)} lines of bills previewed`, figure: `${(previewMs / 1000).toFixed(1)} s` },
    {
      work: `the same issued by two officers at once: ${count(charged)} charges, ${doubled} doubled`,
      figure: `${seconds.toFixed(0)} s`,
      target: `≤ ${MOST_S} s, none doubled`,
      isMet: seconds <= MOST_S && isWhole,
    },
    ...(await payments(bench, FINANCE)),
  ]
}
/** What a run charges, and when it is due. */
export interface IssueInput {
  xn: string
  itemIds: string[]
  grades: number[]
  dueDate: string
}
export function previewed(finance: Session, { xn, itemIds, grades }: IssueInput): Promise<{ digest: string; count: number }> {
  const query = new URLSearchParams({ xn, itemIds: itemIds.join(), grades: grades.join() })
  return call(finance, `${RUN}/preview?${query}`)
}
/** Id of a run that works in the background. */
export const issued = async (finance: Session, asked: IssueInput, digest: string): Promise<string> => (await call<{ id: string }>(finance, `${RUN}/issue`, { ...asked, digest })).id
async function finished(finance: Session, id: string): Promise<Run> {
  for (;;) {
    const run = await call<Run>(finance, `${RUN}/progress?id=${id}`)
    if (run.state !== 'running') return run
    await pause(500)
  }
}
/** Lines and charges of the standards, and lines charged more than once. */
async function whole(client: pg.Client): Promise<{ billed: number; charged: number; doubled: number }> {
  const { rows } = await client.query<{
    billed: number
    charged: number
    doubled: number
  }>(`select count(*)::int as billed, coalesce(sum(n), 0)::int as charged, count(*) filter (where n > 1)::int as doubled
    from bill_line l left join lateral (select count(*) as n from ledger_entry e where e.tenant_id = l.tenant_id and e.account_id = l.id and e.kind = 'charge') e on true where l.source_type = 'standard'`)
  return rows[0] ?? { billed: 0, charged: 0, doubled: 0 }
}
/** Somebody of the finance office, a school year, and four items with a price for each major and one for all. */
export async function fillPrices(client: pg.Client): Promise<IssueInput> {
  await client.query(`with made as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, password_hash, pass_word_level, password_changed_at, must_change_password)
      select tenant_id, realm, '${FINANCE}', '${FINANCE}', '财务', user_type, password_hash, pass_word_level, password_changed_at, false from sys_user where user_name = '${ACCOUNTS.officer}' returning tenant_id, id)
    insert into role_user (tenant_id, role_id, user_id) select made.tenant_id, r.id, made.id from made join role r on r.tenant_id = made.tenant_id and r.code = 'finance'`)
  // no second factor here
  await client.query("update role set mfa_required = false where code = 'finance'")
  const { rows: years } = await client.query<{
    xn: string
    dueDate: string
  }>(`with school as (select tenant_id from campus order by code limit 1), y as (select extract(year from current_date)::int as n),
      made as (insert into school_year (tenant_id, xn, start_date, end_date) select tenant_id, n || '-' || n + 1, current_date - 60, current_date + 300 from school, y where not exists (select from school_year) returning xn, end_date)
    select xn, end_date::text as "dueDate" from made union all select xn, end_date::text from school_year limit 1`)
  const { rows: items } = await client.query<{
    id: string
  }>(`insert into charge_item (tenant_id, code, name, nature, filing_no, period) select tenant_id, 'bench' || n, '压测项目' || n, 'administrative', '1', 'year'
    from (select tenant_id from campus order by code limit 1) s, generate_series(1, ${ITEMS}) n returning id`)
  await client.query(`insert into charge_standard (tenant_id, item_id, xn, major_id, amount) select i.tenant_id, i.id, '2000-2001', m.id, 500000 + (row_number() over (order by i.code, m.code) % 40) * 1000
      from charge_item i join major m on m.tenant_id = i.tenant_id union all select tenant_id, id, '2000-2001', null, 480000 from charge_item`)
  await forgetKept(client, 'schoolYear', 'chargeItem', 'role')
  await client.query('analyze charge_standard')
  const { rows: chosen } = await client.query<{ grade: number }>(
    `select grade from (select grade, count(*) as n, sum(count(*)) over (order by grade) as total from student where has_record and deleted_at is null group by 1) g where total - n < ${PAYERS} order by 1`,
  )
  return { xn: years[0]?.xn ?? '', dueDate: years[0]?.dueDate ?? '', itemIds: items.map(i => i.id), grades: chosen.map(g => g.grade) }
}
