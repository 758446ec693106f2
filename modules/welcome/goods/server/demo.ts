import sql from 'sql-template-tag'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import type { Db } from '#server/context.ts'
import { day } from '#server/demo/days.ts'
import { goodsOrder, goodsStock, welcomeGoods } from '../model/goods.ts'

const SIZES = ['S', 'M', 'L', 'XL', 'XXL'].map((code, n) => ({ code, heightFrom: 150 + n * 8, heightTo: 157 + n * 8, weightFrom: 40 + n * 9, weightTo: 48 + n * 9 }))
const GOODS = [
  { kind: 'bedding', name: '床上用品六件套', specs: '被子、褥子、枕头、床单、被罩、枕套', price: 39_800, supplier: '暖家家纺', isAid: false, sizes: [] },
  { kind: 'clothing', name: '军训服装', specs: '上衣、裤子、帽子、腰带', price: 8_600, supplier: '华衣服饰', isAid: false, sizes: SIZES },
  { kind: 'bedding', name: '爱心礼包（床上用品）', specs: '绿色通道发放', price: 39_800, supplier: '暖家家纺', isAid: true, sizes: [] },
] as const // verbatim
const draw = (what: string) => sql`abs(hashtext(m.student_id::text || ${what}::text)) % 100`
/** Goods with stock, and what most of the newest grade have said about them: ordered and handed out, or not needed. */
export async function demoGoods(db: Db, batchId: string, userId: string): Promise<void> {
  const items = await db.unscoped(chargeItem).all({ optional: true, nature: ['service', 'agency'] }) // demo data
  const item = items[0]
  if (!item) return
  const made = []
  for (const one of GOODS) made.push(await db.insert(welcomeGoods, { ...one, sizes: [...one.sizes], batchId, itemId: item.id, cutOff: day(-5) }))
  const [bedding, suit] = made
  const [place] = await db.query<{ id: string }>(sql`select id from welcome_point where tenant_id = ${db.me.tenantId} and batch_id = ${batchId} and step_codes ? 'goods' limit 1`)
  if (!bedding || !suit || !place) return
  await db.insertFrom(
    goodsOrder,
    {
      ...{
        batchId: sql`m.batch_id`,
        studentId: sql`m.student_id`,
        height: sql`i.height`,
        weight: sql`i.weight`,
        amount: sql`case when x.state = 'declined' then 0 else ${bedding.price + suit.price}::bigint end`,
      },
      lines: sql`case when x.state = 'declined' then '[]'::jsonb else jsonb_build_array(jsonb_build_object('goodsId', ${bedding.id}::text, 'size', null, 'qty', 1, 'price', ${bedding.price}::bigint),
        jsonb_build_object('goodsId', ${suit.id}::text, 'size', (array['S','M','L','XL','XXL'])[${draw('size')} % 5 + 1], 'qty', 1, 'price', ${suit.price}::bigint)) end`,
      ...{ state: sql`x.state`, pointId: sql`case when x.state = 'picked' then ${place.id}::uuid end`, by: sql`case when x.state = 'picked' then ${userId}::uuid end` },
    },
    sql`welcome_member m left join welcome_info i on i.tenant_id = m.tenant_id and i.student_id = m.student_id
      cross join lateral (select case when ${draw('need')} < 12 then 'declined' when m.arrived_at is not null and ${draw('pick')} < 70 then 'picked' else 'paid' end as state) x
      where m.tenant_id = ${db.me.tenantId} and m.batch_id = ${batchId} and ${draw('said')} < 85`,
    { history: false },
  )
  await db.insertFrom(
    goodsStock,
    {
      goodsId: sql`x."goodsId"`,
      pointId: sql`${place.id}::uuid`,
      size: sql`coalesce(x.size, '')`,
      received: sql`count(*)::int + 20`,
      handedOut: sql`(count(*) filter (where o.state = 'picked'))::int`,
      left: sql`(count(*) filter (where o.state <> 'picked'))::int + 20`,
    },
    sql`goods_order o cross join lateral jsonb_to_recordset(o.lines) x("goodsId" uuid, size text) where o.tenant_id = ${db.me.tenantId} and o.batch_id = ${batchId} group by x."goodsId", x.size`,
    { history: false },
  )
}
