import { refusalOf } from '#model'
import { ownStudentId, studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle, on } from '#server/context.ts'
import { greenChannel } from '../../green/model/green-channel.ts'
import { welcomeInfo } from '../../information/model/info.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { batchOf, findBatch } from '../../steps/server/api.ts'
import { cancelOrder, changeOrder, declineGoods, myGoods, saveOrder } from '../model/actions.ts'
import { goodsOrder } from '../model/goods.ts'
import { suggestSize } from '../model/sizes.ts'
import { type Goods, goodsOf, type Line, linesOf, orderOf, priced, put } from './orders.ts'

const mine = handle(myGoods, async ({ db, me }, given) => {
  const { batch, member } = await batchOf(db, ownStudentId(me))
  const [goods, order, info] = [await goodsOf(db, batch.id), await orderOf(db, member), await db.unscoped(welcomeInfo).find({ studentId: member.studentId })] // the caller's own
  // packages of the green channel are not for sale
  const isOffered = ({ id, isAid }: Goods): boolean => !isAid || linesOf(order).some(line => line.goodsId === id)
  const [height, weight] = [given.height ?? order?.height ?? info?.height ?? null, given.weight ?? order?.weight ?? info?.weight ?? null]
  return {
    goods: [...goods.values()].filter(isOffered).map(({ id, name, kind, specs, sizes, price, photo, cutOff }) => {
      const fits = suggestSize(sizes, height, weight)
      return { id, name, kind, specs, sizes, price, photo, cutOff, isOpen: cutOff >= today(), suggested: fits?.code ?? null, why: fits?.by ?? null }
    }),
    ...{ state: order?.state ?? null, amount: order?.amount ?? 0, height, weight },
    lines: linesOf(order).map(line => ({ ...line, name: goods.get(line.goodsId)?.name ?? '—' })),
  }
})
const save = handle(saveOrder, async ({ db, me }, { lines: wanted, height, weight }) => {
  const { batch, member } = await batchOf(db, ownStudentId(me))
  await db.unscoped(welcomeMember).lock(member.id) // the caller's own: two of one's own calls wait for each other
  if (!wanted.length) throw refusalOf(goodsOrder, 'nothing', {}, 'lines')
  const lines = priced(
    await goodsOf(db, batch.id),
    batch,
    wanted.flatMap(w => w ?? []),
    linesOf(await orderOf(db, member)),
    false,
  )
  return { amount: (await put(db, { batchId: batch.id, studentId: member.studentId, lines, height, weight })).amount }
})
const decline = handle(declineGoods, async ({ db, me }) => {
  const { batch, member } = await batchOf(db, ownStudentId(me))
  await db.unscoped(welcomeMember).lock(member.id) // as above
  const lines = priced(await goodsOf(db, batch.id), batch, [], linesOf(await orderOf(db, member)), false)
  await put(db, { batchId: batch.id, studentId: member.studentId, lines, otherwise: 'declined' })
})
const change = handle(changeOrder, async ({ db }, { id, lines: wanted }) => {
  const order = await db.visible(goodsOrder).one(id)
  const found = await findBatch(db, order.studentId)
  if (!found || found.batch.id !== order.batchId) throw refusalOf(welcomeMember, 'noBatch')
  await db.unscoped(welcomeMember).lock(found.member.id) // of an order in scope
  const lines = priced(
    await goodsOf(db, order.batchId),
    found.batch,
    wanted.flatMap(w => w ?? []),
    linesOf(await orderOf(db, order)),
    true,
  )
  await put(db, { ...order, lines, height: order.height, weight: order.weight })
})
const cancel = handle(cancelOrder, async ({ db }, { id }) => {
  const { batchId, studentId } = await db.visible(goodsOrder).lock(id)
  await put(db, { batchId, studentId, lines: [] })
})
const KINDS = { bedding: 'bedding', clothing: 'clothing', daily: 'other' } as const
/** 30-WO5: packages that the green channel agreed to are lines at price 0. */
const aid = on('welcome.greenChannelApproved', 'welcome.aidGoods', async ({ db }, { studentId }) => {
  const found = typeof studentId === 'string' ? await findBatch(db, studentId) : undefined
  if (!found || typeof studentId !== 'string') return
  const { batch, member } = found
  const cases = await db.unscoped(greenChannel).all({ studentId, state: 'approved' }) // events concern the whole school
  const kinds = new Set<string>(cases.flatMap(c => (c.packages ?? []).flatMap(one => (one ? [KINDS[one]] : []))))
  await db.unscoped(welcomeMember).lock(member.id) // as above
  const [goods, order, info, who] = [await goodsOf(db, batch.id), await orderOf(db, member), await db.unscoped(welcomeInfo).find({ studentId }), await studentOf(db, studentId)] // as above
  const given = [...goods.values()].filter(g => g.isAid && kinds.has(g.kind))
  if (!given.length || !who || order?.state === 'picked' || order?.state === 'exchanged') return
  const height = order?.height ?? info?.height ?? null
  const weight = order?.weight ?? info?.weight ?? null
  const free = given.map(({ id: goodsId, sizes }): Line => {
    const old = linesOf(order).find(l => l.goodsId === goodsId)
    return { goodsId, size: old?.size ?? suggestSize(sizes, height, weight)?.code ?? sizes?.[0]?.code ?? null, qty: 1, price: 0 }
  })
  await put(db, { ...member, lines: [...linesOf(order).filter(l => !free.some(f => f.goodsId === l.goodsId)), ...free], height, weight })
})
export default [mine, save, decline, change, cancel, aid]
