import { randomUUID } from 'node:crypto'
import { sandboxHeaders } from '#modules/fee/merchants/server/api.ts'
import { ask, until } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'
import { MERCHANT, type PaySchool, paySchool } from '../pay-school.ts'
import type { Stage } from '../stage.ts'
import type { Cut } from '../without.ts'

const [PAYERS, AMOUNT, COPIES] = [60, 100_00, 3]
const BOOK = 'modules/fee/orders/server/book.ts'
/** Kills the process while it books the twentieth payment: its money is posted, and its order does not say so yet. */
const DIES: Cut = {
  file: BOOK,
  from: '  const patch = { state, providerTxnNo: txnNo,',
  to: "  if ((globalThis.booked = (globalThis.booked ?? 0) + 1) === 20) process.kill(process.pid, 'SIGKILL')\n  const patch = { state, providerTxnNo: txnNo,",
}
const NO_TRANSACTION: Cut = {
  file: BOOK,
  from: 'return db.tx(async tx => {\n    const [orders, payments]',
  to: 'return (work => work(db))(async tx => {\n    const [orders, payments]',
}

interface CreatedOrder {
  orderNo: string
  id: string
}
async function order(stage: Stage, { merchantId, payers }: PaySchool, port: number): Promise<CreatedOrder[]> {
  const sessions = await stage.people(
    payers.map(p => p.name),
    port,
  )
  const made: CreatedOrder[] = []
  for (const [n, session] of sessions.entries()) {
    const asked = { lineIds: [payers[n]?.lineId], amount: AMOUNT, merchantId, scene: 'h5', idemKey: randomUUID() }
    const { data, msg } = await ask(session, 'fee/payOrder/create', asked)
    if (!data) throw new Error(msg)
    made.push(data as CreatedOrder)
  }
  return made
}
/** What a provider sends about one payment; 0 where nobody answered. */
async function tell({ merchantId, privateKey }: PaySchool, port: number, orderNo: string, signed?: string): Promise<number> {
  const body = JSON.stringify({ orderNo, merchantNo: MERCHANT, amount: AMOUNT, txnNo: `T${orderNo}` })
  const headers = sandboxHeaders(privateKey, signed ?? body)
  return fetch(`http://127.0.0.1:${port}/api/flySource-fee/openApi/pay/notify/sandbox/${merchantId}`, { method: 'POST', headers, body }).then(
    answer => answer.status,
    () => 0,
  )
}
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one, n) => ({ one, at: (n * 7919) % 104_729 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
export const noticesKilled: Experiment = {
  title:
    'kill -9 while payments are booked, notices coming three times, out of order and forged among them: the provider repeats what was not answered, each payment is booked once.',
  control: 'a booking is no transaction',
  breaks: [DIES],
  without: [NO_TRANSACTION],
  views: ['halved_payments', 'unequal_lines', 'given_up_events'],
  async run(stage) {
    const cuts = stage.isControl ? [NO_TRANSACTION] : []
    const dying = await stage.start(0, { without: [...cuts, DIES] })
    const school = await paySchool(stage, dying.port, PAYERS, AMOUNT)
    const orders = await order(stage, school, dying.port)
    const forged = await Promise.all(orders.map(o => tell(school, dying.port, o.orderNo, 'something else')))
    const copies = shuffled(orders.flatMap(o => Array.from({ length: COPIES }, () => o.orderNo)))
    const first = await Promise.all(copies.map(orderNo => tell(school, dying.port, orderNo)))
    const paidNow = async (): Promise<number> => (await stage.rows<{ n: number }>("select count(*)::int as n from pay_order where state = 'paid'"))[0]?.n ?? 0
    const before = await paidNow()
    const next = await stage.start(1, { without: cuts })
    const unanswered = copies.filter((_, n) => first[n] !== 200)
    const again = await Promise.all(unanswered.map(orderNo => tell(school, next.port, orderNo)))
    await until(async () => (await paidNow()) === PAYERS, 20)
    const [sum] = await stage.rows<{ entries: number; fen: number; payments: number }>(
      `select count(*)::int as entries, coalesce(sum(amount), 0)::float8 as fen, (select count(*)::int from order_payment) as payments from ledger_entry where source_type = 'payOrder'`,
    )
    return [
      finding(
        'forged notices refused',
        `${forged.filter(s => s === 400).length} of ${forged.length}`,
        forged.every(s => s === 400),
      ),
      finding('it died in the middle', `${before} of ${PAYERS} paid, ${unanswered.length} of ${copies.length} notices not answered`, before > 0 && before < PAYERS),
      none('repeated notices that were refused', again.filter(s => s !== 200).length),
      finding('paid in the end', `${await paidNow()} of ${PAYERS}`, (await paidNow()) === PAYERS),
      finding('entries, and their sum', `${sum?.entries} of ${PAYERS}, ${((sum?.fen ?? 0) / 100).toFixed(2)} yuan`, sum?.entries === PAYERS && sum.fen === PAYERS * AMOUNT),
      finding('payments proved', `${sum?.payments} of ${PAYERS}`, sum?.payments === PAYERS),
    ]
  },
}
