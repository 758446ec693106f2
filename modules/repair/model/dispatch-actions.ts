import { action, bool, choice, datetime, decimal, integer, list, ref, shape, text } from '#model'
import { UNFIT_REASONS } from './choose-worker.ts'
import { PAYERS } from './order.ts'
import { DISPATCH } from './permissions.ts'
import { repairer } from './workers.ts'

const id = ref('repairOrder', '报修单', { required: true })
const reason = text('原因', { required: true, min: 2, max: 200, multiline: true })
const staff = { permission: DISPATCH, inScope: true, output: 'none' } as const

export const dispatchOrder = action('repair.repairOrder.dispatch', '派单', {
  ...staff,
  input: { id, repairerId: repairer('维修工', { required: true }), note: text('说明', { max: 200 }) },
  refusals: { full: '{name}手上已有 {open} 张工单，最多 {most} 张', notWorker: '{name}没有登记为维修人员，或暂不接受派单' },
})
/** Back to the automatic choice, after skills or shifts changed. */
export const dispatchAgain = action('repair.repairOrder.dispatchAgain', '重新自动派单', { ...staff, input: { id } })
export const setUrgency = action('repair.repairOrder.setUrgency', '改紧急程度', {
  ...staff,
  input: { id, urgencyId: ref('repairUrgency', '紧急程度', { required: true }), reason },
})
export const rejectOrder = action('repair.repairOrder.reject', '退回', { ...staff, input: { id, reason } })
export const mergeOrder = action('repair.repairOrder.merge', '合并', {
  ...staff,
  input: { id, intoId: ref('repairOrder', '并入', { required: true }) },
  refusals: { self: '不能并入自己', intoClosed: '{orderNo} {state}，不能再并入报修单' },
})
/** 20-R10: the manager decides who bears a disputed cost. */
export const decideCharge = action('repair.repairOrder.decideCharge', '决定费用', {
  permission: 'repair:repairOrder:decideCharge',
  inScope: true,
  output: 'none',
  input: { id, payBy: choice('承担', PAYERS, { required: true }), reason },
  refusals: { notDisputed: '{orderNo} 没有待处理的费用' },
})
/** 20-R9 */
export const recordCallBack = action('repair.repairScore.callBack', '登记回访', {
  permission: DISPATCH,
  inScope: true,
  output: 'none',
  input: { id: ref('repairScore', '评价', { required: true }), note: text('回访情况', { required: true, min: 2, max: 300, multiline: true }) },
})
const count = (label: string) => integer(label, { required: true })
const worker = {
  id: text('维修工', { required: true, max: 36 }),
  name: text('姓名', { required: true, max: 64 }),
  open: count('在手'),
  maxOpen: count('最多'),
  minutes: decimal('工作量', { required: true }),
} as const
/** 20-R2: every worker with what speaks against them, the best first. */
export const candidates = action('repair.repairOrder.candidates', '派给谁', {
  permission: DISPATCH,
  method: 'GET',
  many: true,
  input: { id },
  output: { ...worker, lacks: choice('不合适', UNFIT_REASONS), isNear: bool('同楼有单', { required: true }), lastAt: datetime('上次派单') },
})
/** The pool by urgency, buildings with open orders, and how loaded everybody is. */
export const dispatchBoard = action('repair.repairOrder.board', '派单台', {
  permission: DISPATCH,
  method: 'GET',
  output: {
    buildings: list(
      '楼栋',
      shape('楼栋', { id: text('楼宇', { max: 36 }), name: text('名称', { required: true, max: 80 }), pooled: count('待派'), open: count('未完工'), breached: count('超时') }),
      {
        required: true,
      },
    ),
    workers: list('维修工', shape('维修工', { ...worker, isOnShift: bool('当班', { required: true }) }), { required: true }),
  },
})
