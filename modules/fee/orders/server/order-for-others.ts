import { type InputOf, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { selfStudent } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { lockLines } from '../../bills/server/api.ts'
import type { Payload } from '../../merchants/model/provider.ts'
import type { createOrder } from '../model/actions.ts'
import { payOrder } from '../model/pay-order.ts'
import { accountFor, closeFormer, heldOf, mustBeOwn, openOrdersOf, prepay, writeLocked } from './create-order.ts'
import { type Payable, payablesOf } from './lines-to-pay.ts'

/** A line that is not in an order for several payers: paid meanwhile, or being paid by somebody else at this moment. */
export interface Dropped {
  lineId: string
  name: string
  why: 'paid' | 'paying'
}
/** Of lines that are locked, those nobody has paid or is paying. */
async function stillOpen(db: Db, lines: readonly Payable[]): Promise<{ lines: Payable[]; dropped: Dropped[] }> {
  const ids = lines.map(l => l.id)
  const held = new Set((await heldOf(db, ids)).map(l => l.billLineId))
  const why = (l: Payable): Dropped['why'] | undefined => (l.owed <= 0 ? 'paid' : held.has(l.id) ? 'paying' : undefined)
  const dropped = lines.flatMap((l): Dropped[] => {
    const reason = why(l)
    return reason ? [{ lineId: l.id, name: l.payerName, why: reason }] : []
  })
  if (dropped.length === lines.length) throw refusalOf(payOrder, 'allDropped', { names: dropped.map(d => d.name).join('、') })
  return { lines: lines.filter(l => !why(l)), dropped }
}
interface CreatedOrder {
  id: string
  orderNo: string
  amount: number
  payload: Payload
  dropped: Dropped[]
}
/**
 * 40-G7: an order of the caller for lines of several students, where the calling module has decided that the caller may pay for them. Outside a transaction. Lines that are paid
 * meanwhile, or in somebody else's open order, are left out and named; what is paid is never more than `amount`, which the page showed. Orders of the caller, and those that hold a
 * line of the caller's own, are closed first.
 */
export async function orderForOthers({ db, me, ip }: Ctx, studentIds: readonly string[], ask: Omit<InputOf<typeof createOrder>, 'part'>): Promise<CreatedOrder> {
  const { lineIds, amount: most, merchantId, scene, code, idemKey } = ask
  const { id: payerId, name: payerName } = await selfStudent({ db, me })
  const payer = { payerType: 'student', payerId, studentId: payerId, payerName } as const
  const known = await db.unscoped(payOrder).find({ payerId, idemKey }) // the caller's own order
  if (known?.payload) return { id: known.id, orderNo: known.orderNo, amount: known.amount, payload: known.payload, dropped: [] }
  const account = await accountFor(db, merchantId, scene)
  const wanted = await payablesOf(db, studentIds, lineIds)
  mustBeOwn(wanted, lineIds)
  const own = wanted.flatMap(l => (l.payerId === payerId ? [l.id] : []))
  const formers = [...(own.length ? await openOrdersOf(db, own) : []), ...(await openOrdersOf(db, lineIds)).filter(o => o.payerId === payerId)]
  for (const former of new Map(formers.map(o => [o.id, o])).values()) await closeFormer(db, former)
  const { order, dropped } = await db.tx(async tx => {
    const [, found] = await Promise.all([lockLines(tx, lineIds), payablesOf(tx, studentIds, lineIds)])
    const { lines, dropped } = await stillOpen(tx, found)
    const sum = lines.reduce((total, l) => total + l.owed, 0)
    if (sum > most) throw refusalOf(payOrder, 'changed', { amount: yuanText(sum), shown: yuanText(most) }, 'amount')
    return { order: await writeLocked(tx, lines, { lineIds }, { payer, account, scene, idemKey }), dropped }
  })
  const { id, orderNo, amount } = order
  return { id, orderNo, amount, payload: await prepay(db, order, ip, code ?? null), dropped }
}
