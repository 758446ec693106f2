import { type Refusal, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { PROVIDERS } from '../../merchants/model/merchant-account.ts'
import type { Charge, RefundAnswer, RefundAsk, Trade } from '../../merchants/model/provider.ts'
import { adapterOf, merchantOf, ProviderDown, ProviderRefusal, siteOf } from '../../merchants/server/api.ts'
import { payOrder } from '../model/pay-order.ts'
import type { Order } from './book.ts'

/** An order as its provider sees it. */
export async function chargeOf(db: Db, order: Order, more: { ip?: string; openId?: string | null } = {}): Promise<Charge> {
  const { id, orderNo, amount, title, createdAt, expireAt, providerTxnNo } = order
  return {
    orderNo,
    amount,
    title,
    createdAt,
    expireAt,
    txnNo: providerTxnNo,
    returnUrl: `${await siteOf(db)}${order.byLink ? '/fee/help/done' : `/fee/paid?id=${id}`}`,
    ip: more.ip ?? '',
    openId: more.openId ?? null,
  }
}
/** Asks the provider what became of an order. Never inside a transaction. */
export async function askTrade(db: Db, order: Order): Promise<Trade> {
  return adapterOf(order).query(await merchantOf(db, order.merchantId), await chargeOf(db, order))
}
/** 40-F6: closes an order at the provider, which may answer that it is paid. One it never heard of is closed, too. */
export async function closeAtProvider(db: Db, order: Order): Promise<Trade> {
  const trade = await adapterOf(order).close(await merchantOf(db, order.merchantId), await chargeOf(db, order))
  return trade.state === 'absent' ? { state: 'closed' } : trade
}
export const isProviderFault = (fault: unknown): boolean => fault instanceof ProviderDown || fault instanceof ProviderRefusal
export const downOf = ({ provider }: Pick<Order, 'provider'>): Refusal => refusalOf(payOrder, 'providerDown', { provider: { text: PROVIDERS[provider] } }, 'merchantId')
/** The answer of a call, or a refusal that names the provider: nothing has changed then. */
export const answered = <T>(order: Pick<Order, 'provider'>, call: Promise<T>): Promise<T> =>
  call.catch((fault: unknown) => {
    throw isProviderFault(fault) ? downOf(order) : fault
  })
export async function refundAt(db: Db, order: Order, ask: RefundAsk, how: 'refund' | 'queryRefund'): Promise<RefundAnswer> {
  return adapterOf(order)[how](await merchantOf(db, order.merchantId), await chargeOf(db, order), ask)
}
