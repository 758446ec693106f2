import { action, bool, choice, dict, integer, list, money, pickFields, ref, shape, text } from '#model'
import { genderCode } from '#model/national.ts'
import { student } from '#modules/student/model/student.ts'
import { lookUp } from '../../desk/model/actions.ts'
import { submitStep } from '../../steps/model/actions.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { asked, GOODS_KINDS, goodsOrder, goodsStock, orderLine, orderStates, welcomeGoods } from './goods.ts'

const need = { required: true } as const
const { permission } = submitStep
const refusals = { ...welcomeMember.options.refusals, ...goodsOrder.options.refusals }
export const SIZE_REASONS = { both: '身高和体重', height: '身高', weight: '体重' } as const
const goods = {
  id: text('编号', { ...need, max: 36 }),
  ...pickFields(welcomeGoods.fields, ['name', 'specs', 'sizes', 'price', 'photo', 'cutOff']),
  kind: choice('种类', GOODS_KINDS, need),
  isOpen: bool('可以订', need),
  suggested: text('建议尺码', { max: 20 }),
  why: choice('依据', SIZE_REASONS),
} as const
const ordered = list('订单', shape('订单', { ...orderLine, name: text('名称', { ...need, max: 60 }) }), need)
/** The goods of one's own batch with the size that fits, and the own order. */
export const myGoods = action('welcome.goodsOrder.mine', '我的物品', {
  method: 'GET',
  realms: ['welcome'],
  permission,
  input: pickFields(asked, ['height', 'weight']),
  output: {
    goods: list('物品', shape('物品', goods), need),
    state: orderStates.field('状态', { required: false }),
    amount: money('金额', need),
    lines: ordered,
    ...pickFields(asked, ['height', 'weight']),
  },
  refusals,
})
/** 30-WO1: ordering and not needing anything are one tap each. */
export const saveOrder = action('welcome.goodsOrder.save', '订购', { realms: ['welcome'], permission, input: asked, output: { amount: money('金额', need) }, refusals })
export const declineGoods = action('welcome.goodsOrder.decline', '都不需要', { realms: ['welcome'], permission, output: 'none', refusals })

const id = ref('goodsOrder', '物品订单', need)
/** 30-WO3: after the cut-off by staff. */
export const changeOrder = action('welcome.goodsOrder.change', '改订单', { inScope: true, input: { id, lines: asked.lines }, output: 'none', refusals })
export const cancelOrder = action('welcome.goodsOrder.cancel', '取消订单', { permission: changeOrder.permission, inScope: true, input: { id }, output: 'none', refusals })

const who = pickFields(lookUp.input, ['pointId', 'code', 'name', 'last4'])
const idChecked = bool('已核对证件', { initial: false })
const atPoint = { ...refusals, ...lookUp.refusals }
const HAND = 'welcome:goodsOrder:handOut'
/** Who stands at the point, and what is handed out. */
export const pickUpCard = action('welcome.goodsOrder.atPoint', '查看订单', {
  method: 'GET',
  permission: HAND,
  input: who,
  output: { name: student.fields.name, mustCheckId: bool('须核对证件', need), state: orderStates.field('状态', { required: false }), lines: ordered },
  refusals: atPoint,
})
/** 30-WO4 */
export const handOut = action('welcome.goodsOrder.handOut', '发放', { input: { ...who, idChecked }, output: 'none', refusals: atPoint })
export const exchange = action('welcome.goodsOrder.exchange', '换尺码', {
  permission: HAND,
  input: { ...who, idChecked, goodsId: ref('welcomeGoods', '物品', need), size: text('换成', { ...need, max: 20 }) },
  output: 'none',
  refusals: atPoint,
})
/** Arrivals of goods at a point; less than nothing corrects a wrong entry. */
export const receiveStock = action('welcome.goodsStock.receive', '登记到货', {
  input: {
    goodsId: ref('welcomeGoods', '物品', need),
    pointId: ref('welcomePoint', '办理点', need),
    size: text('尺码', { max: 20, help: '不分尺码的不填' }),
    qty: integer('数量', { ...need, min: -100_000, max: 100_000, help: '登记错了填负数' }),
  },
  output: 'none',
  refusals: { ...goodsStock.options.refusals, ...goodsOrder.options.refusals },
})
/** 尺码汇总: for each supplier, size by gender and college. */
export const sizeSummary = action('welcome.goodsOrder.summary', '尺码汇总', {
  method: 'GET',
  permission: 'welcome:goodsOrder:list',
  input: { batchId: ref('welcomeBatch', '批次') },
  many: true,
  output: {
    supplier: text('供应商', { ...need, max: 100 }),
    goods: text('物品', { ...need, max: 60 }),
    size: text('尺码', { ...need, max: 20 }),
    gender: dict('性别', genderCode, need),
    college: text('学院', { ...need, max: 60 }),
    qty: integer('数量', need),
    unpaid: integer('其中待付款', need),
  },
})
/** The same as a sheet for the suppliers. */
export const exportSizes = action('welcome.goodsOrder.exportSizes', '导出尺码汇总', {
  method: 'GET',
  permission: sizeSummary.permission,
  input: sizeSummary.input,
  output: 'file',
  refusals: { empty: '没有可导出的数据！' },
})
export const goodsActions = [myGoods, saveOrder, declineGoods, changeOrder, cancelOrder, pickUpCard, handOut, exchange, receiveStock, sizeSummary, exportSizes]
