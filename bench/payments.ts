import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { merchantOf, sandboxHeaders } from '#modules/fee/merchants/server/api.ts'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { atTheirTime } from './paced.ts'
import { call, post, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { inSchool } from './school.ts'

const [PAYERS, EACH, ORDERS_A_SECOND, NOTICES_A_SECOND, COPIES] = [3000, 4, 200, 300, 3]
const FEE = '/api/flySource-fee'
const MERCHANT = 'BENCH01'
const count = (n: number): string => n.toLocaleString('en')
const atShare = (answers: ReadonlyArray<{ ms: number }>, share: number): number => answers.map(a => a.ms).toSorted((a, b) => a - b)[Math.ceil(answers.length * share) - 1] ?? 0
interface Due {
  session: Session
  lineId: string
  amount: number
}
/** Students order at the rate of a first morning, and the simulated provider tells of each payment three times and out of order. */
export async function payments({ ours, databases, say }: Bench, financeName: string): Promise<Line[]> {
  const finance = await signIn(ours.port, financeName, PASSWORD)
  const draft = { provider: 'sandbox', name: '模拟支付', merchantNo: MERCHANT, scenes: ['h5'], isEnabled: true, mode: 'test' }
  const { id: merchantId } = await call<{ id: string }>(finance, `${FEE}/merchantAccount/add`, draft)
  const { privateKey } = await inSchool(databases, db => merchantOf(db, merchantId))
  const due = await dueOf(databases.school, ours.port)
  const agent = new Agent({ keepAlive: true })
  const orders = await atTheirTime(due, ORDERS_A_SECOND, ({ session, lineId, amount }) =>
    post(session, `${FEE}/payOrder/create`, JSON.stringify({ lineIds: [lineId], amount, merchantId, scene: 'h5', idemKey: randomUUID() }), agent),
  )
  const refused = orders.filter(o => o.code !== 200)
  const ordered = await withClient(databases.school, async client => {
    const { rows } = await client.query<{ orderNo: string; amount: number }>(
      `select order_no as "orderNo", amount::int as amount from pay_order where merchant_id = $1 and state = 'paying'`,
      [merchantId],
    )
    return rows
  })
  const tell = shuffled(ordered.flatMap(o => Array.from({ length: COPIES }, () => o)))
  const notices = await atTheirTime(tell, NOTICES_A_SECOND, ({ orderNo, amount }) =>
    notice(ours.port, merchantId, privateKey, { orderNo, merchantNo: MERCHANT, amount, txnNo: `T${orderNo}` }, agent),
  )
  agent.destroy()
  const { paid, entries, sum } = await withClient(databases.school, async client => {
    const { rows } = await client.query<{ paid: number; entries: number; sum: number }>(
      `select (select count(*)::int from pay_order where merchant_id = $1 and state = 'paid') as paid, count(*)::int as entries, coalesce(sum(amount), 0)::float8 as sum
      from ledger_entry where source_type = 'payOrder'`,
      [merchantId],
    )
    return rows[0] ?? { paid: 0, entries: 0, sum: 0 }
  })
  const [p95, p99] = [atShare(orders, 0.95), atShare(notices, 0.99)]
  const told = ordered.reduce((total, o) => total + o.amount, 0)
  const isWhole = paid === ordered.length && entries === ordered.length && sum === told && notices.every(n => n.status === 200)
  say(
    `${count(orders.length)} orders at ${ORDERS_A_SECOND}/s: p95 ${p95.toFixed(0)} ms, ${refused.length} refused ${refused[0]?.msg ?? ''}; ${count(notices.length)} notices at ${NOTICES_A_SECOND}/s: p99 ${p99.toFixed(0)} ms; ${count(paid)} paid, ${count(entries)} entries, ${sum === told ? 'to the fen' : `${sum} against ${told}`}`,
  )
  return [
    {
      work: `${count(orders.length)} orders at ${ORDERS_A_SECOND} a second`,
      figure: `p95 ${p95.toFixed(0)} ms, ${refused.length} refused`,
      target: '≤ 800 ms, none',
      isMet: p95 <= 800 && !refused.length,
    },
    {
      work: `${count(notices.length)} notices at ${NOTICES_A_SECOND} a second, each ${COPIES} times and out of order`,
      figure: `p99 ${p99.toFixed(0)} ms`,
      target: '≤ 1 s',
      isMet: p99 <= 1000,
    },
    {
      work: 'entries of payments, and their sum against the provider’s',
      figure: `${count(entries)} of ${count(ordered.length)}, ${sum === told ? 'to the fen' : 'not equal'}`,
      target: 'one each, equal',
      isMet: isWhole,
    },
  ]
}
/** Students who are signed in, each with some lines to pay; no student's lines follow each other. */
async function dueOf(url: string, port: number): Promise<Due[]> {
  const rows = await withClient(url, async client => {
    const { rows: found } = await client.query<{ name: string; lineId: string; amount: number; n: number }>(
      `select name, "lineId", amount, n from (select u.user_name as name, l.id as "lineId", l.owed::int as amount, (row_number() over (partition by u.id order by l.id))::int as n, dense_rank() over (order by u.id) as payer
        from bill_line l join sys_user u on u.tenant_id = l.tenant_id and u.student_id = l.student_id where u.user_name like 'bench-s%' and l.source_type = 'standard' and l.owed > 0) x where payer <= $1 and n <= $2 order by n, name`,
      [PAYERS, EACH],
    )
    return found
  })
  const sessions = await signInAll(port, [...new Set(rows.map(r => r.name))])
  return rows.flatMap(({ name, lineId, amount }) => {
    const session = sessions.get(name)
    return session ? [{ session, lineId, amount }] : []
  })
}
/** The same order each time. */
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one, n) => ({ one, at: (n * 7919) % 104_729 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
/** A signed notice, as the simulated provider sends it. */
function notice(port: number, merchantId: string, privateKey: string, content: object, agent: Agent): Promise<{ status: number }> {
  const body = JSON.stringify(content)
  return new Promise((done, fail) => {
    const path = `${FEE}/openApi/pay/notify/sandbox/${merchantId}`
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers: { 'content-type': 'application/json', ...sandboxHeaders(privateKey, body) }, agent }, answer => {
      answer.resume()
      answer.on('end', () => done({ status: answer.statusCode ?? 0 }))
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
