import type { OutputOf, Row } from '#model'
import type { Newcomer } from '#modules/admission/testing.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { offsetBills } from '#modules/fee/server/api.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { welcomePoint } from '../steps/model/point.ts'
import { lookAgain } from '../steps/server/enter.ts'
import { ok, type WelcomeSchool, welcomeSchool } from '../testing.ts'
import type { myGoods } from './model/actions.ts'
import { goodsOrder, goodsStock } from './model/goods.ts'

export const SIZES = [
  { code: 'M', heightFrom: 160, heightTo: 169, weightFrom: 45, weightTo: 60 },
  { code: 'L', heightFrom: 170, heightTo: 179, weightFrom: 61, weightTo: 75 },
  { code: 'XL', heightFrom: 180, heightTo: 190, weightFrom: 76, weightTo: 90 },
]
type Wanted = Array<[string, string | null, number?]>
interface Made {
  batchId: string
  /** Two points that hand out. */
  points: [string, string]
  suit: string
  bedding: string
  /** Charge items by their code. */
  items: Record<string, string>
}
/** A batch whose new students may order a suit in sizes and bedding. */
export interface GoodsSchool extends WelcomeSchool, Made {
  goods(name: string, more: object): Promise<string>
  someone(): Promise<Newcomer>
  linesOf(lines: Wanted): Array<{ goodsId: string; size: string | null; qty: number }>
  order(who: Newcomer, lines: Wanted, more?: object): Promise<Answer<{ amount: number }>>
  offered(who: Newcomer, asks?: object): Promise<OutputOf<typeof myGoods>>
  rowOf(who: Newcomer): Promise<Row<typeof goodsOrder>>
  bills(who: Newcomer): Promise<Record<string, number>>
  pay(who: Newcomer): Promise<void>
  receive(goodsId: string, pointId: string, size: string | null, qty: number): Promise<unknown>
  at(who: Newcomer, pointId: string): Promise<{ pointId: string; name: string; last4: string; idChecked: boolean }>
  handOut(who: Newcomer, pointId: string, by?: Actor): Promise<Answer>
  exchange(who: Newcomer, pointId: string, size: string, by?: Actor): Promise<Answer>
  left(goodsId: string, pointId: string, size?: string): Promise<number>
}
const adds = async (s: WelcomeSchool, batchId: string, name: string, more: object): Promise<string> =>
  ok(await s.admissions.post<{ id: string }>('welcome/welcomeGoods/add', { batchId, name, cutOff: addDays(today(), 30), isAid: false, sizes: [], ...more })).id
async function make(s: WelcomeSchool): Promise<Made> {
  await s.db.insertMany(chargeItem, [
    { code: 'bedding', name: '床上用品费', nature: 'agency', period: 'once', optional: true },
    { code: 'suit', name: '军训服装费', nature: 'service', period: 'once', optional: true },
    { code: 'tuition', name: '学费', nature: 'administrative', filingNo: 'JY1', period: 'year' },
  ] as never)
  const items = Object.fromEntries((await s.db.unscoped(chargeItem).all()).map(i => [i.code, i.id]))
  await s.newcomer()
  const batchId = await s.published([
    { code: 'order', name: '物品订购', kind: 'auto', autoSource: 'welcome.goods', required: false },
    { code: 'goods', name: '领取物品', kind: 'staff', phase: 'site', required: false },
  ])
  const point = async (name: string): Promise<string> =>
    (await s.db.insert(welcomePoint, { batchId, name, campusId: s.campusId, stepCodes: ['goods'], staff: [s.college.userId, s.officer.userId] })).id
  const suit = await adds(s, batchId, '军训服', { kind: 'clothing', sizes: SIZES, price: 12_000, itemId: items.suit, supplier: '华衣服饰' })
  const bedding = await adds(s, batchId, '三件套', { kind: 'bedding', price: 30_000, itemId: items.bedding, supplier: '暖家家纺' })
  return { batchId, suit, bedding, items, points: [await point('体育馆'), await point('后勤大厅')] }
}
export const goodsSchool = fixture('welcomeGoods', welcomeSchool, make, (s): GoodsSchool => {
  const linesOf: GoodsSchool['linesOf'] = lines => lines.map(([goodsId, size, qty = 1]) => ({ goodsId, size, qty }))
  const linesBilled = (who: Newcomer, more: object = {}) => s.db.unscoped(billLine).all({ studentId: who.id, sourceType: 'goodsOrder', ...more })
  const at: GoodsSchool['at'] = async (who, pointId) => ({ pointId, name: (await s.record(who.id)).name, last4: who.idNo.slice(-4), idChecked: true })
  return {
    ...s,
    ...{ linesOf, at },
    goods: (name, more) => adds(s, s.batchId, name, more),
    async someone() {
      const who = await s.newcomer({ name: `林${serial('goods')}舟` })
      await lookAgain(s.db)
      return who
    },
    order: (who, lines, more = {}) => who.actor.post('welcome/goodsOrder/save', { lines: linesOf(lines), ...more }),
    offered: async (who, asks = {}) => ok(await who.actor.get<OutputOf<typeof myGoods>>('welcome/goodsOrder/mine', asks as never)),
    async rowOf(who) {
      const [row] = await s.db.unscoped(goodsOrder).all({ studentId: who.id })
      if (!row) throw new Error('no order')
      return row
    },
    bills: async who => Object.fromEntries((await linesBilled(who)).map(l => [l.sourceSeq, l.charged])),
    async pay(who) {
      for (const line of await linesBilled(who, { 'owed.ge': 1 }))
        await offsetBills(s.db, [
          { kind: 'aidOffset', sourceType: 'aid', sourceId: `g${serial('pay')}`, reason: '资助', bizDate: today(), amount: line.owed, on: { lineIds: [line.id] } },
        ])
      await s.server.settle()
    },
    receive: async (goodsId, pointId, size, qty) => ok(await s.admissions.post('welcome/goodsStock/receive', { goodsId, pointId, size, qty })),
    handOut: async (who, pointId, by = s.college) => by.post('welcome/goodsOrder/handOut', await at(who, pointId)),
    exchange: async (who, pointId, size, by = s.college) => by.post('welcome/goodsOrder/exchange', { ...(await at(who, pointId)), goodsId: s.suit, size }),
    left: async (goodsId, pointId, size = '') => (await s.db.unscoped(goodsStock).find({ goodsId, pointId, size }))?.left ?? 0,
  }
})
