import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { welcomePoint } from '../../steps/model/point.ts'
import { receiveStock } from '../model/actions.ts'
import { goodsOrder, goodsStock, welcomeGoods } from '../model/goods.ts'

type Goods = Row<typeof welcomeGoods>
async function check(db: Db, { itemId, sizes }: Pick<Goods, 'itemId' | 'sizes'>): Promise<void> {
  const item = (await db.cached(chargeItem)).get(itemId)
  if (!item?.optional) throw refusalOf(welcomeGoods, 'obligatory', { item: item?.name ?? '' }, 'itemId')
  const codes = (sizes ?? []).flatMap(s => s?.code ?? [])
  const twice = codes.find((code, n) => codes.indexOf(code) < n)
  if (twice) throw refusalOf(welcomeGoods, 'sizeTwice', { size: twice }, 'sizes')
}
/** Goods that somebody has ordered keep their price. */
async function mustBeFree(db: Db, { id, name }: Goods, what: string): Promise<void> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::int as count from goods_order where tenant_id = ${db.me.tenantId} and lines @> ${JSON.stringify([{ goodsId: id }])}::jsonb`,
  )
  if (row?.count) throw refusalOf(welcomeGoods, 'ordered', { count: row.count, name, what: { text: what } })
}
const goodsRules = rules(welcomeGoods, {
  add: ({ db }, draft) => check(db, draft as Goods),
  async update({ db }, row, patch) {
    await check(db, { ...row, ...patch } as Goods)
    if ((patch.price !== undefined && patch.price !== row.price) || (patch.itemId !== undefined && patch.itemId !== row.itemId)) await mustBeFree(db, row, '改价格和收费项目')
  },
  remove: ({ db }, row) => mustBeFree(db, row, '删除'),
})
const receive = handle(receiveStock, async ({ db }, { goodsId, pointId, size, qty }) => {
  const [goods, point] = [await db.unscoped(welcomeGoods).one(goodsId), await db.unscoped(welcomePoint).one(pointId)] // both are open to whoever keeps the stock
  if (goods.batchId !== point.batchId) throw refusalOf(goodsStock, 'otherBatch', {}, 'pointId')
  const code = size ?? ''
  if (goods.sizes?.length ? !goods.sizes.some(s => s?.code === code) : code) throw refusalOf(goodsOrder, code ? 'noSize' : 'sizeMissing', { goods: goods.name, size: code }, 'size')
  await db.insertMany(goodsStock, [{ goodsId, pointId, size: code, received: 0, handedOut: 0, left: 0 }], { skipExisting: true, history: false })
  const done = await db.updateWhere(
    goodsStock,
    sql`t.goods_id = ${goodsId} and t.point_id = ${pointId} and t.size = ${code} and t."left" + ${qty} >= 0`,
    { received: sql`t.received + ${qty}`, left: sql`t."left" + ${qty}` },
    {},
  )
  if (done.length) return
  const row = await db.unscoped(goodsStock).find({ goodsId, pointId, size: code }) // as above
  throw refusalOf(goodsStock, 'below', { goods: goods.name, size: code ? ` ${code}` : '', left: row?.left ?? 0, qty: -qty }, 'qty')
})
export default [goodsRules, receive]
