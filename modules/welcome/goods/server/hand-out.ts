import sql from 'sql-template-tag'
import { type InputOf, mustAllow, type Phrase, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { welcomeScan } from '../../desk/model/scan.ts'
import { personAt, pointOf } from '../../desk/server/api.ts'
import { exchange, handOut, pickUpCard } from '../model/actions.ts'
import { goodsOrder, goodsStock, orderStates } from '../model/goods.ts'
import { type Goods, goodsOf, type Line, linesOf, orderOf } from './orders.ts'

interface Place {
  pointId: string
  goods: ReadonlyMap<string, Goods>
}
const said = (size: string | null): string => (size ? ` ${size}` : '')
/** 30-WO4: takes from the stock of a point; who comes for the last one too late is told what is left of the nearest size. */
async function take(db: Db, { pointId, goods }: Place, { goodsId, size, qty }: Line): Promise<void> {
  const taken = await db.updateWhere(
    goodsStock,
    sql`t.goods_id = ${goodsId} and t.point_id = ${pointId} and t.size = ${size ?? ''} and t."left" >= ${qty}`,
    { handedOut: sql`t.handed_out + ${qty}`, left: sql`t."left" - ${qty}` },
    { bookkeeping: true },
  )
  if (taken.length) return
  const rows = await db.unscoped(goodsStock).all({ goodsId, pointId }) // of the point where the caller works
  const codes = (goods.get(goodsId)?.sizes ?? []).flatMap(s => s?.code ?? [])
  const away = (code: string): number => Math.abs(codes.indexOf(code) - codes.indexOf(size ?? ''))
  const [near] = rows.filter(r => r.size !== (size ?? '') && r.left >= qty).sort((a, b) => away(a.size) - away(b.size))
  const other: Phrase | string = near ? { text: '，{size} 还有 {left} 件', values: { size: near.size, left: near.left } } : ''
  throw refusalOf(goodsOrder, 'noStock', { goods: goods.get(goodsId)?.name ?? '', size: said(size), left: rows.find(r => r.size === (size ?? ''))?.left ?? 0, other })
}
async function giveBack(db: Db, { pointId }: Place, { goodsId, size, qty }: Line): Promise<void> {
  await db.insertMany(goodsStock, [{ goodsId, pointId, size: size ?? '', received: 0, handedOut: 0, left: 0 }], { skipExisting: true, history: false })
  await db.updateWhere(
    goodsStock,
    sql`t.goods_id = ${goodsId} and t.point_id = ${pointId} and t.size = ${size ?? ''}`,
    { handedOut: sql`t.handed_out - ${qty}`, left: sql`t."left" + ${qty}` },
    { bookkeeping: true },
  )
}
/** Whoever stands at the point, and their order, locked. */
async function orderAt(ctx: Ctx, { idChecked, ...who }: Omit<InputOf<typeof handOut>, never>) {
  const { db } = ctx
  const { point, batch } = await pointOf(ctx, who.pointId)
  const { member, isForDay } = await personAt(ctx, batch, who)
  if (isForDay && !idChecked) throw refusalOf(welcomeScan, 'idUnchecked', {}, 'idChecked')
  const name = (await studentOf(db, member.studentId))?.name ?? ''
  const found = await orderOf(db, member)
  if (!found) throw refusalOf(goodsOrder, 'noOrder', { name })
  const order = await db.unscoped(goodsOrder).lock(found.id) // of whoever stands at the point
  return { order, name, place: { pointId: point.id, goods: await goodsOf(db, batch.id) } }
}
const card = handle(pickUpCard, async (ctx, who) => {
  const { db } = ctx
  const { batch } = await pointOf(ctx, who.pointId)
  const { member, isForDay } = await personAt(ctx, batch, who)
  const [order, goods, person] = [await orderOf(db, member), await goodsOf(db, batch.id), await studentOf(db, member.studentId)]
  return {
    name: person?.name ?? '',
    mustCheckId: isForDay,
    state: order?.state ?? null,
    lines: linesOf(order).map(line => ({ ...line, name: goods.get(line.goodsId)?.name ?? '—' })),
  }
})
const hand = handle(handOut, async (ctx, given) => {
  const { db, me } = ctx
  const { order, name, place } = await orderAt(ctx, given)
  if (order.state === 'picked' || order.state === 'exchanged') {
    const by = await accountNamer(db, [order.by])
    throw refusalOf(goodsOrder, 'picked', { name, by: by(order.by), at: schoolTimeText(order.updatedAt) })
  }
  if (!orderStates.allows(order, 'handOut')) throw refusalOf(goodsOrder, 'notPaid', { name, state: { text: orderStates.labels[order.state] } })
  for (const line of linesOf(order).sort((a, b) => a.goodsId.localeCompare(b.goodsId))) await take(db, place, line)
  await db.update(goodsOrder, order.id, { state: 'picked', pointId: place.pointId, by: me.userId })
})
const change = handle(exchange, async (ctx, { goodsId, size, ...given }) => {
  const { db } = ctx
  const { order, name, place } = await orderAt(ctx, given)
  mustAllow(goodsOrder, order, 'exchange')
  const goods = place.goods.get(goodsId)?.name ?? ''
  const lines = linesOf(order)
  const old = lines.find(l => l.goodsId === goodsId)
  if (!old) throw refusalOf(goodsOrder, 'notHis', { name, goods })
  if (old.size === size) throw refusalOf(goodsOrder, 'sameSize', { goods, size }, 'size')
  if (!place.goods.get(goodsId)?.sizes?.some(s => s?.code === size)) throw refusalOf(goodsOrder, 'noSize', { goods, size }, 'size')
  await take(db, place, { ...old, size })
  await giveBack(db, place, old)
  await db.update(goodsOrder, order.id, { state: 'exchanged', lines: lines.map(l => (l === old ? { ...l, size } : l)) })
})
export default [card, hand, change]
