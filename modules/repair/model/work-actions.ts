import { action, bool, choice, date, datetime, dict, integer, list, pickFields, ref, revealed, shape, text } from '#model'
import { orderStates, PAYERS, repairCause, repairOrder, suspendReason } from './order.ts'
import { WORK } from './permissions.ts'
import { repairScore } from './score.ts'
import { workSheet } from './sheet.ts'

const id = ref('workSheet', '工单', { required: true })
/** When it happened, for work recorded without a network. */
const at = datetime('时间')
const step = { permission: WORK, output: 'none' } as const
const photos = (label: string) => list(label, text('照片', { max: 36 }), { max: 6 })
export const acceptSheet = action('repair.workSheet.accept', '接单', { ...step, input: { id, comingAt: datetime('预计上门'), at } })
export const declineSheet = action('repair.workSheet.decline', '拒单', { ...step, input: { id, reason: text('原因', { required: true, min: 2, max: 200 }) } })
export const arriveSheet = action('repair.workSheet.arrive', '到场', { ...step, input: { id, at } })
export const suspendSheet = action('repair.workSheet.suspend', '暂停', {
  ...step,
  input: { id, reason: dict('原因', suspendReason, { required: true }), resumeOn: date('恢复日期', { required: true }), note: text('说明', { max: 200 }), at },
  refusals: { often: '已经暂停 {count} 次，最多 {most} 次，请联系调度', resumePast: '恢复日期 {day} 应在今天之后' },
})
export const resumeSheet = action('repair.workSheet.resume', '恢复', { ...step, input: { id, at } })
/** 20-R6 */
export const finishSheet = action('repair.workSheet.finish', '完工', {
  ...step,
  input: {
    id,
    afterPhotos: photos('维修后'),
    beforePhotos: photos('维修前'),
    minutes: integer('工时', { required: true, min: 1, max: 2880, help: '分钟' }),
    materials: list('用料', shape('用料', { materialId: ref('repairMaterial', '材料', { required: true }), qty: integer('数量', { required: true, min: 1, max: 9999 }) }), {
      max: 50,
    }),
    cause: dict('原因', repairCause, { required: true }),
    payBy: choice('承担', PAYERS, { required: true }),
    note: text('说明', { max: 500, multiline: true }),
    at,
  },
  refusals: {
    noPhoto: '完工须有维修后的照片',
    payBy: '只有人为损坏、并且此类可以收费时，才能由报修人承担',
    payProof: '由报修人承担费用须有维修前的照片',
  },
})
export const grabOrder = action('repair.workSheet.grab', '抢单', {
  permission: WORK,
  input: { orderId: ref('repairOrder', '报修单', { required: true }) },
  output: { id: text('工单', { required: true, max: 36 }) },
  refusals: { taken: '这张单刚被别人抢走了', unfit: '不能抢这张单：{why}' },
})
const job = {
  orderId: text('报修单', { required: true, max: 36 }),
  ...pickFields(repairOrder.fields, ['orderNo', 'title', 'place', 'description', 'dueFinish']),
  buildingName: text('楼宇', { max: 80 }),
  typeName: text('类型', { required: true, max: 40 }),
  urgencyName: text('紧急程度', { required: true, max: 20 }),
  level: integer('级别', { required: true }),
  slots: list('方便时间', text('时段', { max: 40 }), { required: true }),
  enterAlone: bool('可以进门', { required: true }),
} as const
const mine = { permission: WORK, method: 'GET', many: true } as const
/** A worker's open sheets in the order of a walk: most urgent first, then building by building. */
export const myRoute = action('repair.workSheet.route', '我的工单', {
  ...mine,
  output: {
    id: text('工单', { required: true, max: 36 }),
    ...job,
    ...pickFields(workSheet.fields, ['state', 'acceptBy', 'comingAt', 'arrivedAt', 'doneAt']),
    orderState: orderStates.field('报修单'),
    ...pickFields(repairOrder.fields, ['resumeOn', 'photos']),
    chargeable: bool('可以收费', { required: true }),
    applicantName: text('报修人', { max: 64 }),
    /** 20-R13 */
    phone: revealed(repairOrder.fields.phone, 'of a sheet of the calling worker while the order is open; masked by hand afterwards'),
  },
})
export const grabbable = action('repair.workSheet.grabbable', '可抢的单', { ...mine, output: { ...job, createdAt: datetime('时间', { required: true }) } })
/** 20-R9: what applicants said, without names. */
export const myScores = action('repair.repairScore.mine', '我的评价', {
  ...mine,
  output: { id: text('编号', { required: true, max: 36 }), typeName: job.typeName, ...pickFields(repairScore.fields, ['mean', 'text']), day: date('日期', { required: true }) },
})
