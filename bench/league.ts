import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { forgetKept } from './dorm-school.ts'
import { atTheirTime } from './paced.ts'
import { type Answer, call, post, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const [BRANCHES, MEMBERS, PAYERS, SECRETARIES, A_SECOND, MOST_S] = [1050, 21_000, 3000, 100, 10, 60]
const LEAGUE = 'bench-league'
const PATH = '/api/flySource-league'
const count = (n: number): string => n.toLocaleString('en')
interface Paid extends Answer {
  data: { orderNo: string; dropped: unknown[] } | null
}
interface Payer {
  session: Session
  ids: string[]
  amount: number
}
/** League fees of a whole school: a plan for all members, then members pay while secretaries pay for the same ones. */
export async function league({ ours, databases, say }: Bench): Promise<Line[]> {
  const merchantId = await withClient(databases.school, fillRoster)
  const staff = await signIn(ours.port, LEAGUE, PASSWORD)
  const began = performance.now()
  await publish(staff, merchantId)
  const made = await finished(databases.school)
  const seconds = (performance.now() - began) / 1000
  say(`${count(made)} fees of ${count(MEMBERS)} members in ${count(BRANCHES)} branches made in ${seconds.toFixed(0)} s`)
  const [own, forOthers] = await payersOf(databases.school, ours.port)
  const agent = new Agent({ keepAlive: true })
  const pay = ({ session, ids, amount }: Payer): Promise<Paid> =>
    post(session, `${PATH}/leagueFee/payFor`, JSON.stringify({ ids, amount, merchantId, scene: 'h5', idemKey: randomUUID() }), agent) as Promise<Paid>
  const settle = async (payer: Payer): Promise<Paid> => {
    const order = await pay(payer)
    if (order.data) await post(payer.session, '/api/flySource-fee/sandboxTrade/pay', JSON.stringify({ orderNo: order.data.orderNo, how: 'pay' }), agent)
    return order
  }
  const paced = atTheirTime(own, A_SECOND, settle)
  const secretaries = await atTheirTime(forOthers, (A_SECOND * forOthers.length) / own.length, settle)
  const members = await paced
  agent.destroy()
  const { twice, over, paid } = await withClient(databases.school, whole)
  const dropped = secretaries.reduce((sum, s) => sum + (s.data?.dropped.length ?? 0), 0)
  say(
    `${count(members.length)} members and ${secretaries.length} secretaries paid at once: ${count(paid)} paid, ${count(dropped)} left out and named, ${twice} paid twice, ${over} over`,
  )
  return [
    {
      work: `${count(made)} league fees of ${count(BRANCHES)} branches made`,
      figure: `${seconds.toFixed(0)} s`,
      target: `≤ ${MOST_S} s`,
      isMet: seconds <= MOST_S && made === MEMBERS,
    },
    {
      work: `${count(members.length)} members pay while ${secretaries.length} secretaries pay for the same: ${count(dropped)} left out and named`,
      figure: `${twice} paid twice, ${over} over`,
      target: 'none',
      isMet: twice === 0 && over === 0,
    },
  ]
}
async function publish(staff: Session, merchantId: string): Promise<void> {
  const draft = {
    name: '压测团费',
    beginTime: '2020-01-01T00:00:00Z',
    endTime: '2099-01-01T00:00:00Z',
    audience: { all: true },
    fromMonth: '2026-01-01',
    dueDate: '2099-01-01',
    merchantId,
  }
  const { id } = await call<{ id: string }>(staff, `${PATH}/leagueFeePlan/add`, draft)
  await call(staff, `${PATH}/leagueFeePlan/publish`, { id })
}
/** Waits for the fees of the plan; how many members have one. */
async function finished(url: string): Promise<number> {
  for (;;) {
    const [plan] = await withClient(
      url,
      async client => (await client.query<{ state: string; heads: number }>('select fees_state as state, heads from league_fee_plan limit 1')).rows,
    )
    if (plan && plan.state !== 'running') return plan.heads
    await pause(250)
  }
}
/** Fees that hold more than they owe, and money that is over. */
async function whole(client: pg.Client): Promise<{ twice: number; over: number; paid: number }> {
  const { rows } = await client.query<{ twice: number; over: number; paid: number }>(
    `select count(*) filter (where n > 1)::int as twice, (select count(*)::int from payer_credit where book = 'league' and balance > 0) as over, count(*) filter (where n > 0)::int as paid
    from bill_line l join lateral (select count(*) as n from ledger_entry e where e.tenant_id = l.tenant_id and e.account_id = l.id and e.kind = 'pay') e on true where l.source_type = 'leagueFee'`,
  )
  return rows[0] ?? { twice: 0, over: 0, paid: 0 }
}
/** Members with an account and their fee, and secretaries with the fees of their branch. */
async function payersOf(url: string, port: number): Promise<[Payer[], Payer[]]> {
  interface Found {
    name: string
    ids: string[]
    amount: number
  }
  const [own, others] = await withClient(url, async client => {
    const user = "join sys_user u on u.tenant_id = f.tenant_id and u.user_name like 'bench-s%'"
    const mine = await client.query<Found>(
      `select u.user_name as name, array_agg(f.id) as ids, sum(f.amount)::int as amount from league_fee f ${user} and u.student_id = f.student_id
      where f.state = 'due' group by 1 order by 1 limit $1`,
      [PAYERS],
    )
    const branches = await client.query<Found>(
      `select u.user_name as name, (array_agg(f.id))[1:50] as ids, sum(f.amount)::int as amount from league_fee f join league_branch b on b.tenant_id = f.tenant_id and b.id = f.branch_id
        ${user} and u.student_id = b.secretary_id where f.state = 'due' group by 1 order by 1 limit $1`,
      [SECRETARIES],
    )
    return [mine.rows, branches.rows]
  })
  const sessions = await signInAll(port, [...new Set([...own, ...others].map(f => f.name))])
  const payers = (found: readonly Found[]): Payer[] =>
    found.flatMap(({ name, ids, amount }) => {
      const session = sessions.get(name)
      return session ? [{ session, ids, amount }] : []
    })
  return [payers(own), payers(others)]
}
/** Somebody of the league's committee, branches, members with an account first, an item and an account of the league's book. Returns the account. */
async function fillRoster(client: pg.Client): Promise<string> {
  await client.query(`with made as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, password_hash, pass_word_level, password_changed_at, must_change_password)
      select tenant_id, realm, '${LEAGUE}', '${LEAGUE}', '团委', user_type, password_hash, pass_word_level, password_changed_at, false from sys_user where user_name = '${ACCOUNTS.officer}' returning tenant_id, id)
    insert into role_user (tenant_id, role_id, user_id) select made.tenant_id, r.id, made.id from made join role r on r.tenant_id = made.tenant_id and r.code = 'league'`)
  await client.query(`insert into league_branch (tenant_id, code, name, level, department_id) select d.tenant_id, 'B' || n, '压测支部' || n, 'branch', d.id
    from (select tenant_id, id from department order by code limit 1) d, generate_series(1, ${BRANCHES}) n`)
  await client.query(`insert into league_member (tenant_id, student_id, branch_id, joined_on) select s.tenant_id, s.id, b.id, '2021-05-04'
    from (select s.tenant_id, s.id, row_number() over (order by u.id is null, s.id) as n from student s left join sys_user u on u.tenant_id = s.tenant_id and u.student_id = s.id
      where s.has_record and s.deleted_at is null limit ${MEMBERS}) s
    join (select tenant_id, id, row_number() over (order by code) as n from league_branch) b on b.tenant_id = s.tenant_id and b.n = s.n % ${BRANCHES} + 1`)
  await client.query(
    `update league_branch b set secretary_id = (select m.student_id from league_member m join sys_user u on u.tenant_id = m.tenant_id and u.student_id = m.student_id where m.branch_id = b.id limit 1)`,
  )
  await client.query(
    `insert into charge_item (tenant_id, code, name, nature, book, period, partial) select tenant_id, 'leagueFee', '团费', 'dues', 'league', 'month', false from (select tenant_id from campus order by code limit 1) s`,
  )
  await forgetKept(client, 'chargeItem', 'role')
  await client.query('analyze league_member')
  const { rows } = await client.query<{ id: string }>(`insert into merchant_account (tenant_id, provider, name, merchant_no, book, scenes, is_enabled, mode)
    select tenant_id, 'sandbox', '团费压测', 'BENCHLG', 'league', '["h5"]', true, 'test' from (select tenant_id from campus order by code limit 1) s returning id`)
  return rows[0]?.id ?? ''
}
