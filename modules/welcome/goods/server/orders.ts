import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { handedInItems, handIn } from '#modules/fee/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, onMany } from '#server/context.ts'
import { welcomeSource } from '#server/extensions/welcome-steps.ts'
import { type Batch, look } from '../../steps/server/api.ts'
import { goodsOrder, orderStates, welcomeGoods } from '../model/goods.ts'

export type Order = Row<typeof goodsOrder>
export type Goods = Row<typeof welcomeGoods>
export interface Wanted {
  goodsId: string
  size?: string | null | undefined
  qty: number
}
export interface Line extends Wanted {
  size: string | null
  price: number
}
const SOURCE = 'welcome.goods'
const BILL = 'goodsOrder'
export const goodsOf = async (db: Db, batchId: string): Promise<ReadonlyMap<string, Goods>> =>
  new Map((await db.unscoped(welcomeGoods).all({ batchId }, { sort: ['kind', 'name'] })).map(g => [g.id, g])) // open to everybody who takes part
export const orderOf = (db: Db, { batchId, studentId }: Pick<Order, 'batchId' | 'studentId'>): Promise<Order | undefined> => db.unscoped(goodsOrder).find({ batchId, studentId }) // the caller has checked whose
export const linesOf = (order: Pick<Order, 'lines'> | undefined): Line[] => (order?.lines ?? []).flatMap(line => (line ? [line] : []))
/** 30-WO3: lines with their prices; a student changes goods until their cut-off. What was given for nothing stays so. */
export function priced(goods: ReadonlyMap<string, Goods>, batch: Batch, wanted: readonly Wanted[], before: readonly Line[], isStaff: boolean): Line[] {
  const named = (id: string): Goods => {
    const found = goods.get(id)
    if (!found) throw refusalOf(goodsOrder, 'otherGoods', { batch: batch.name }, 'lines')
    return found
  }
  const lines = wanted.map(({ goodsId, size, qty }, n) => {
    const { name, sizes, price, isAid } = named(goodsId)
    if (wanted.findIndex(w => w.goodsId === goodsId) < n) throw refusalOf(goodsOrder, 'twice', { goods: name }, 'lines')
    if (sizes?.length && !size) throw refusalOf(goodsOrder, 'sizeMissing', { goods: name }, 'lines')
    if (size && !sizes?.some(s => s?.code === size)) throw refusalOf(goodsOrder, 'noSize', { goods: name, size }, 'lines')
    const old = before.find(b => b.goodsId === goodsId)
    if (isAid && !isStaff && !old) throw refusalOf(goodsOrder, 'aid', { goods: name }, 'lines')
    return { goodsId, size: size ?? null, qty, price: old?.price === 0 && old.qty === qty ? 0 : price }
  })
  const textOf = (of: readonly Line[], id: string): string => of.flatMap(l => (l.goodsId === id ? [`${l.size} ${l.qty}`] : [])).join()
  if (!isStaff)
    for (const id of new Set([...lines, ...before].map(l => l.goodsId))) {
      const { name, cutOff } = named(id)
      if (cutOff < today() && textOf(lines, id) !== textOf(before, id)) throw refusalOf(goodsOrder, 'late', { goods: name, cutOff }, 'lines')
    }
  return lines
}
const amountOf = (lines: readonly Line[]): number => lines.reduce((sum, l) => sum + l.price * l.qty, 0)
interface Put {
  batchId: string
  studentId: string
  lines: readonly Line[]
  height?: number | null | undefined
  weight?: number | null | undefined
  /** Where nothing is ordered. */
  otherwise?: 'declined' | 'cancelled'
}
/** Stores an order, whose person is locked, and what it costs; refuses where it has been handed out. */
export async function put(db: Db, { batchId, studentId, lines, height, weight, otherwise = 'cancelled' }: Put): Promise<Order> {
  const before = await orderOf(db, { batchId, studentId })
  if (before && !orderStates.allows(before, 'change'))
    throw refusalOf(goodsOrder, 'taken', { name: (await studentOf(db, studentId))?.name ?? '', state: { text: orderStates.labels[before.state] } })
  const amount = amountOf(lines)
  const values = {
    ...{ lines: [...lines], amount, state: lines.length ? (amount ? ('ordered' as const) : ('paid' as const)) : otherwise },
    ...(height === undefined ? {} : { height }),
    ...(weight === undefined ? {} : { weight }),
  }
  const row = before ? await db.update(goodsOrder, before.id, values) : await db.insert(goodsOrder, { batchId, studentId, ...values })
  await bill(db, row)
  await settle(db, [row.id])
  return row
}
/** 30-WO3: the order is one bill line for each charge item; what is not ordered any more costs nothing, and what was paid for it is the student's credit. */
async function bill(db: Db, { id, studentId, batchId, lines }: Order): Promise<void> {
  const [goods, items, who] = [await goodsOf(db, batchId), await db.cached(chargeItem), await studentOf(db, studentId)]
  const known = await db.query<{ item: string }>(sql`select source_seq as item from bill_line where tenant_id = ${db.me.tenantId} and source_type = ${BILL} and source_id = ${id}`)
  const sums = new Map(known.map(k => [k.item, 0]))
  let dueDate = today()
  for (const { goodsId, price, qty } of linesOf({ lines })) {
    const of = goods.get(goodsId)
    const code = items.get(of?.itemId ?? '')?.code
    if (code && price) sums.set(code, (sums.get(code) ?? 0) + price * qty)
    if (of && of.cutOff > dueDate) dueDate = of.cutOff
  }
  const payer = { type: 'student' as const, id: studentId, name: who?.name ?? '' }
  await handIn(
    db,
    [...sums].map(([item, amount]) => ({
      sourceType: BILL,
      sourceId: id,
      sourceSeq: item,
      payer,
      item,
      amount,
      xn: schoolYearOf(dueDate),
      dueDate,
      explain: { note: '迎新物品' },
    })),
  )
}
/** Orders are paid once nothing of their bills is owed, and wait for money again where a payment was taken back. */
async function settle(db: Db, ids: readonly string[]): Promise<void> {
  await db.updateWhere(
    goodsOrder,
    sql`t.id = any(${[...ids]}::uuid[]) and t.state in ('ordered', 'paid')`,
    {
      state: sql`case when t.amount = 0 or coalesce((select sum(l.owed) from bill_line l where l.tenant_id = t.tenant_id and l.source_type = ${BILL} and l.source_id = t.id::text and l.closed_at is null), t.amount) = 0
        then 'paid' else 'ordered' end`,
    },
    { bookkeeping: true },
  )
  const rows = await db.unscoped(goodsOrder).all({ id: [...ids] }) // of those that changed
  await look(
    db,
    SOURCE,
    rows.map(r => r.studentId),
  )
}
export default [
  onMany(['fee.paid', 'fee.refunded', 'fee.lineClosed'], 'welcome.goods', async ({ db }, payloads) => {
    const ids = payloads.flatMap(p => (p.sourceType === BILL && typeof p.sourceId === 'string' ? [p.sourceId] : []))
    if (ids.length) await settle(db, [...new Set(ids)])
  }),
  handedInItems('welcome', async db => {
    const rows = await db.query<{ id: string }>(sql`select distinct item_id as id from welcome_goods where tenant_id = ${db.me.tenantId}`)
    return rows.map(r => r.id)
  }),
  compute(goodsOrder, ['what'], async ({ db }, rows) => {
    const goods = new Map((await db.unscoped(welcomeGoods).all({ id: [...new Set(rows.flatMap(r => linesOf(r).map(l => l.goodsId)))] })).map(g => [g.id, g.name])) // goods are open to all
    for (const row of rows)
      row.what = linesOf(row)
        .map(l => [goods.get(l.goodsId), l.size, `×${l.qty}`].filter(Boolean).join(' '))
        .join('、')
        .slice(0, 500)
  }),
  /** 30-WO1: whoever has said that nothing is needed is done as well. */
  ...welcomeSource({
    ...{ code: SOURCE, title: '物品订购', link: '/welcome/goods', isVoluntary: true },
    settled: (db, students) => sql`select o.student_id from goods_order o where o.tenant_id = ${db.me.tenantId} and o.student_id in (${students}) and o.state <> 'cancelled'`,
  }),
]
