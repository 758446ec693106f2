import { randomUUID } from 'node:crypto'
import { selfOf } from '#modules/student/testing.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { billLine, payerCredit } from '../bills/model/bill-line.ts'
import type { Behaviour } from '../merchants/model/sandbox-trade.ts'
import { merchantOf, sandboxHeaders } from '../merchants/server/api.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { notifyLog } from './model/notify-log.ts'
import { payOrder } from './model/pay-order.ts'
import { refundOrder } from './model/refund-order.ts'

interface CreatedOrder {
  id: string
  orderNo: string
  payload: { kind: string; url: string }
}
export interface PaySchool extends FeeSchool {
  /** The payer, signed in. */
  student: Actor
  /** A second person of the finance office. */
  checker: Actor
  merchantId: string
  create(lineIds: readonly string[], amount: number, more?: object): Promise<Answer<CreatedOrder>>
  /** Makes an order that must be possible. */
  order(lineIds: readonly string[], amount: number, more?: object): Promise<CreatedOrder>
  /** What the payer does at the simulated cashier. */
  pay(orderNo: string, how?: Behaviour): Promise<Answer<{ state: string }>>
  /** Sends a notice as the simulated provider would, over HTTP. */
  tell(content: object, more?: { headers?: Record<string, string>; to?: string; signed?: string }): Promise<{ status: number; body: string }>
  orderOf(id: string): Promise<Order>
  lineOf(id: string): Promise<Line>
  credit(): Promise<number>
  outcomes(orderNo: string): Promise<string[]>
  refundOf(id: string): Promise<Refund>
}
type Order = Awaited<ReturnType<typeof readOrder>>
type Line = Awaited<ReturnType<typeof readLine>>
type Refund = Awaited<ReturnType<typeof readRefund>>
const readOrder = (s: FeeSchool, id: string) => s.db.unscoped(payOrder).one(id)
const readLine = (s: FeeSchool, id: string) => s.db.unscoped(billLine).one(id)
const readRefund = (s: FeeSchool, id: string) => s.db.unscoped(refundOrder).one(id)

/** A school with the simulated provider, where a student pays. */
export async function paySchool(): Promise<PaySchool> {
  const s = await feeSchool()
  const draft = { provider: 'sandbox', name: '模拟支付', merchantNo: 'SB001', scenes: ['h5', 'pc', 'qr'], isEnabled: true, mode: 'test' }
  const merchantId = (await s.finance.post<{ id: string }>('fee/merchantAccount/add', draft)).data.id
  const [student, checker] = [await selfOf(s, s.payer.id), await s.as({ roles: ['finance'], userType: 2, nickName: '复核' })]
  const create = (lineIds: readonly string[], amount: number, more: object = {}) =>
    student.post<CreatedOrder>('fee/payOrder/create', { lineIds, amount, merchantId, scene: 'h5', idemKey: randomUUID(), ...more })
  return {
    ...s,
    ...{ student, checker, merchantId, create },
    async order(lineIds, amount, more) {
      const made = await create(lineIds, amount, more)
      if (made.code !== 200) throw new Error(made.msg)
      return made.data
    },
    pay: (orderNo, how = 'pay') => student.post('fee/sandboxTrade/pay', { orderNo, how }),
    async tell(content, { headers, to = merchantId, signed } = {}) {
      const { privateKey } = await merchantOf(s.db, merchantId)
      const body = JSON.stringify(content)
      const url = `/api/flySource-fee/openApi/pay/notify/sandbox/${to}`
      const reply = await s.server.app.inject({ method: 'POST', url, payload: body, headers: { ...sandboxHeaders(privateKey, signed ?? body), ...headers } })
      return { status: reply.statusCode, body: reply.body }
    },
    orderOf: id => readOrder(s, id),
    lineOf: id => readLine(s, id),
    credit: async () => (await s.db.unscoped(payerCredit).find({ payerId: s.payer.id, origin: 'own' }))?.balance ?? 0,
    outcomes: async orderNo => (await s.db.unscoped(notifyLog).all({ orderNo }, { sort: ['receivedAt'] })).map(l => l.outcome),
    refundOf: id => readRefund(s, id),
  }
}
