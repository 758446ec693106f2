import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Row } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import type { OutboundAnswer, OutboundRequest } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import type { StatementRow, Trade } from '../model/provider.ts'
import { sandboxTrade } from '../model/sandbox-trade.ts'
import { sandboxHeaders } from './providers/sandbox.ts'

/** The account the simulated provider keeps. `auto` pays every order at once, for load. */
export interface SandboxAccount {
  id: string
  privateKey: string
  auto: boolean
}
type StoredTrade = Row<typeof sandboxTrade>
type SandboxRequest = Readonly<Record<string, unknown>>
const FEE_PER_MILLE = 6
export const newTxnNo = (): string => `SB${randomBytes(9).toString('hex').toUpperCase()}`
export const feeOf = (amount: number): number => Math.round((amount * FEE_PER_MILLE) / 1000)
const find = (db: Db, account: SandboxAccount, asked: SandboxRequest) => db.unscoped(sandboxTrade).find({ merchantId: account.id, orderNo: String(asked.orderNo) }) // the simulated provider's own rows

export const tradeOf = (row: StoredTrade | undefined): Trade => {
  if (!row) return { state: 'absent' }
  if (row.state !== 'paid') return { state: row.state }
  return { state: 'paid', amount: row.amount, txnNo: row.txnNo ?? '', paidAt: row.paidAt ?? '', fee: feeOf(row.amount) }
}
async function refundOnce(db: Db, account: SandboxAccount, asked: SandboxRequest): Promise<object> {
  const found = await find(db, account, asked)
  if (!found?.txnNo) return { code: 'OK', state: 'failed', why: 'not paid' }
  const row = await db.unscoped(sandboxTrade).lock(found.id)
  const refunds = row.refunds ?? []
  if (refunds.some(r => r.refundNo === asked.refundNo)) return { code: 'OK', state: 'success' }
  const left = row.amount - refunds.reduce((sum, r) => sum + r.amount, 0)
  if (Number(asked.amount) > left) return { code: 'OK', state: 'failed', why: `only ${left} left` }
  const refund = { refundNo: String(asked.refundNo), amount: Number(asked.amount), txnNo: newTxnNo(), at: new Date().toISOString() }
  await db.update(sandboxTrade, row.id, { refunds: [...refunds, refund] })
  return { code: 'OK', state: 'success' }
}
/** The school's code: whoever comes to the cashier without a session brings none. */
const schoolOf = async (db: Db): Promise<string> =>
  db.me.tenantCode || ((await db.query<{ code: string }>(sql`select code from tenant where id = ${db.me.tenantId}`))[0]?.code ?? '')
const VERBS: Readonly<Record<string, (db: Db, account: SandboxAccount, asked: SandboxRequest) => Promise<object>>> = {
  async prepay(db, account, { orderNo, amount, title, returnUrl, noticeUrl }) {
    const draft = { merchantId: account.id, orderNo: String(orderNo), title: String(title), amount: Number(amount), returnUrl: String(returnUrl), noticeUrl: String(noticeUrl) }
    const now = new Date().toISOString()
    const trade = { ...draft, ...(account.auto ? ({ state: 'paid', txnNo: newTxnNo(), paidAt: now, notifyAt: now, copies: 1 } as const) : {}) }
    await db.insertMany(sandboxTrade, [trade], { skipExisting: true, history: false })
    return { code: 'OK', url: `/fee/cashier?tenantId=${await schoolOf(db)}&orderNo=${String(orderNo)}` }
  },
  query: async (db, account, asked) => ({ code: 'OK', ...tradeOf(await find(db, account, asked)) }),
  async close(db, account, asked) {
    await db.updateWhere(sandboxTrade, { merchantId: account.id, orderNo: String(asked.orderNo), state: 'waiting' }, { state: 'closed' })
    return { code: 'OK', ...tradeOf(await find(db, account, asked)) }
  },
  refund: (db, account, asked) => db.tx(tx => refundOnce(tx, account, asked)),
  async queryRefund(db, account, asked) {
    const row = await find(db, account, asked)
    return { code: 'OK', state: row?.refunds?.some(r => r.refundNo === asked.refundNo) ? 'success' : 'failed' }
  },
  statement: async (db, account, { date }) => ({ code: 'OK', rows: await statementOf(db, account, String(date)) }),
}
async function statementOf(db: Db, account: SandboxAccount, date: string): Promise<StatementRow[]> {
  const ids = await db.query<{ id: string }>(sql`select id from sandbox_trade where tenant_id = ${db.me.tenantId} and merchant_id = ${account.id} and paid_at is not null
    and ((paid_at at time zone 'Asia/Shanghai')::date in (${date}::date, ${date}::date - 1) or refunds is not null)`)
  const rows = await db.unscoped(sandboxTrade).all({ id: ids.map(r => r.id) }) // the simulated provider's own rows
  return rows.flatMap(({ orderNo, txnNo, amount, paidAt, refunds, skew }): StatementRow[] => [
    ...(paidAt && skew !== 'omit' && addDays(schoolDate(paidAt), skew === 'nextDay' ? 1 : 0) === date
      ? [{ kind: 'payment' as const, orderNo, txnNo: txnNo ?? '', amount: amount + (skew === 'amount' ? 100 : 0), fee: feeOf(amount), at: paidAt }]
      : []),
    ...(refunds ?? []).flatMap(r =>
      schoolDate(r.at) === date ? [{ kind: 'refund' as const, orderNo, refundNo: r.refundNo, txnNo: r.txnNo, amount: r.amount, fee: 0, at: r.at }] : [],
    ),
  ])
}
/** The simulated provider's side of a call: answers as a machine elsewhere would, signed with its own key. */
export const sandboxServer =
  (db: Db, account: SandboxAccount) =>
  async (address: string, request: OutboundRequest): Promise<OutboundAnswer> => {
    const run = VERBS[address.replace('sandbox:', '')]
    const said = run ? await run(db, account, JSON.parse(String(request.body)) as SandboxRequest) : { code: 'NO_SUCH_CALL' }
    const body = JSON.stringify(said)
    return { status: 200, headers: sandboxHeaders(account.privateKey, body), body: Buffer.from(body) }
  }
