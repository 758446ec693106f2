import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const [LINES, MOST_S, STEP_MS] = [6200, 60, 200]
const [SUBSIDY, MONEY] = ['/api/flySource-subsidy', '/api/flySource-money']
const NAME = '压测助学金'
const count = (n: number): string => n.toLocaleString('en')
interface Checked {
  ready: number
  held: number
}
/** A month of a monthly grant: its lines are made, checked against the accounts, and go to the bank; made again, they add none. */
export async function subsidy({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  await giveCard(ours.port)
  const month = new Date().toISOString().slice(0, 7)
  await withClient(databases.school, client => fillGrants(client, month))
  const began = performance.now()
  const listId = await makeLines(officer, databases.school, month)
  const { ready, held } = await sendToBank(officer, databases.school, listId)
  const seconds = (performance.now() - began) / 1000
  await call(officer, `${SUBSIDY}/subsidyGrant/payMonth`, { month })
  await idle(databases.school)
  const after = await withClient(databases.school, linesOf)
  say(`${count(ready)} lines made, checked and exported in ${seconds.toFixed(1)} s, ${held} held; ${count(after)} after they were made again`)
  return [
    { work: `${count(ready)} monthly lines made, checked and exported`, figure: `${seconds.toFixed(1)} s`, target: `≤ ${MOST_S} s`, isMet: seconds <= MOST_S && ready === LINES },
    { work: 'lines after the month was made again', figure: count(after), target: count(LINES), isMet: after === LINES },
  ]
}
/** Numbers of cards are encrypted by the product: one student enters hers. */
async function giveCard(port: number): Promise<void> {
  const student = await signIn(port, 'bench-s1', PASSWORD)
  await call(student, `${MONEY}/bankAccount/saveMine`, { bankName: '1', cardNo: '6222020000000001000', holderName: NAME })
}
/** A fund, an item, and a grant with this month's portion for so many students, each with that card. */
async function fillGrants(client: pg.Client, month: string): Promise<void> {
  await client.query(
    `insert into bank_account (tenant_id, student_id, bank_name, card_no, card_no_hash, last_four, holder_name)
    select s.tenant_id, s.id, a.bank_name, a.card_no, a.card_no_hash, a.last_four, s.name from student s, (select * from bank_account order by created_at desc limit 1) a
    where s.tenant_id = a.tenant_id and s.status = 'active' and s.deleted_at is null on conflict do nothing`,
  )
  await client.query(`update bank_account a set holder_name = s.name from student s where s.tenant_id = a.tenant_id and s.id = a.student_id`)
  await client.query(
    `with f as (insert into fund_account (tenant_id, code, name, source_kind, year, budget, reserved) select id, 'BENCH', $1, 'school', 2026, 10000000000, ${LINES} * 37000::bigint from tenant where code = '100001' returning *),
      i as (insert into subsidy_item (tenant_id, code, name, mode, effect, fund_id, frequency, months) select tenant_id, 'bench', $1, 'list', 'payout', id, 'monthly', 1 from f returning *)
    insert into subsidy_grant (tenant_id, student_id, item_id, fund_id, xn, cause, amount, plan, granted_on)
    select i.tenant_id, s.id, i.id, i.fund_id, '2026-2027', 'bench', 37000, jsonb_build_array(jsonb_build_object('month', $2::text, 'amount', 37000)), current_date
    from i join lateral (select id from student s where s.tenant_id = i.tenant_id and s.status = 'active' and s.deleted_at is null order by md5(s.id::text) limit ${LINES}) s on true`,
    [NAME, month],
  )
  await client.query('analyze subsidy_grant')
}
const linesOf = async (client: pg.Client): Promise<number> =>
  (
    await client.query<{ n: number }>('select count(*)::int as n from payout_line l join payout_list p on p.tenant_id = l.tenant_id and p.id = l.list_id where p.title = $1', [
      NAME,
    ])
  ).rows[0]?.n ?? 0
/** No work of the queue is left. */
async function idle(url: string): Promise<void> {
  const open = () => withClient(url, async client => (await client.query(`select 1 from background_task where queue = 'subsidy.month'`)).rowCount ?? 0)
  while (await open()) await wait(STEP_MS)
}
async function makeLines(officer: Session, url: string, month: string): Promise<string> {
  await call(officer, `${SUBSIDY}/subsidyGrant/payMonth`, { month })
  await idle(url)
  return withClient(url, async client => (await client.query<{ id: string }>('select id from payout_list where title = $1', [NAME])).rows[0]?.id ?? '')
}
/** Who approves does so between check and export; that is no work of the program, so the list is marked. */
async function sendToBank(officer: Session, url: string, id: string): Promise<Checked> {
  const { rows } = await withClient(url, client => client.query<{ id: string }>(`select id from export_profile where code = 'payoutList'`))
  const bizDate = new Date().toISOString().slice(0, 10)
  const fundId = (await withClient(url, client => client.query<{ id: string }>(`select id from fund_account where code = 'BENCH'`))).rows[0]?.id
  await call(officer, `${MONEY}/payoutList/prepare`, { id, title: NAME, fundId, bizDate, profileId: rows[0]?.id })
  const checked = await call<Checked>(officer, `${MONEY}/payoutList/check`, { id })
  await call(officer, `${MONEY}/payoutList/submit`, { id })
  await withClient(url, client => client.query(`update payout_list set state = 'approved' where id = $1`, [id]))
  const answer = await fetch(`http://127.0.0.1:${officer.port}${MONEY}/payoutList/exportBank`, {
    method: 'POST',
    headers: { ...officer.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, password: 'eight or more', reason: '压测' }),
  })
  if (!answer.headers.get('content-disposition')) throw new Error(`export: ${await answer.text()}`)
  await answer.arrayBuffer()
  return checked
}
