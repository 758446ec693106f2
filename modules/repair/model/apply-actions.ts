import { action, bool, date, datetime, integer, list, pickFields, ref, rich, shape, text, time } from '#model'
import { head, place, repairOrder, report } from './order.ts'
import { APPLY } from './permissions.ts'
import { marks } from './score.ts'
import { sheetSteps, workSheet } from './sheet.ts'

const own = { permission: APPLY } as const
const id = ref('repairOrder', '报修单', { required: true })
const slot = shape('时段', { date: date('日期', { required: true }), from: time('开始', { required: true }), to: time('结束', { required: true }) })
const { slots: _slots, ...asked } = report
const form = { ...place, ...asked, slots: list('方便上门的时间', slot, { max: 6 }), isNew: bool('确认不是同一故障') } as const

export const applyRepair = action('repair.repairOrder.apply', '提交报修', {
  input: form,
  output: { id: text('编号', { required: true, max: 36 }), orderNo: text('单号', { required: true, max: 20 }) },
})
/** 20-R11: for somebody who calls. */
export const applyForCaller = action('repair.repairOrder.applyFor', '代报修', {
  input: { ...form, studentNo: text('学号', { max: 20, help: '填了学号，报修人就收得到消息' }), callerName: text('来电人', { max: 60 }) },
  output: applyRepair.output,
  refusals: { unknown: '没有学号为“{no}”的学生', caller: '请填写学号或来电人' },
})
const found = { ...head, supporters: integer('同报人数', { required: true }), isMine: bool('我已在内', { required: true }) } as const
const room = shape('房间', { id: text('房间', { required: true, max: 36 }), name: text('名称', { required: true, max: 200 }) })
/** What is known of the caller: own room, telephone number, duty desk. */
export const repairForm = action('repair.repairOrder.form', '报修表', {
  ...own,
  method: 'GET',
  input: { doorCode: place.doorCode },
  output: {
    room,
    phone: text('电话', { max: 20, clear: "of the reader's own record or last order" }),
    dutyPhone: text('值班电话', { max: 40, clear: 'of the duty desk' }),
  },
})
/** 20-R1 and beyond: what to see before submitting. */
export const beforeRepair = action('repair.repairOrder.check', '报修前', {
  ...own,
  method: 'GET',
  input: { ...place, typeId: report.typeId },
  output: {
    similar: list('同类报修', shape('报修', found), { required: true }),
    outage: shape('停用', { name: text('事由', { required: true, max: 60 }), endAt: datetime('结束', { required: true }), note: text('说明', { max: 300 }) }),
    selfHelp: rich('自助办法'),
    callsFirst: bool('先打电话', { required: true }),
    questions: list('问题', text('问题', { max: 40 }), { required: true }),
  },
})
export const supportOrder = action('repair.repairOrder.support', '我也遇到了', { ...own, output: 'none', input: { id, doorCode: place.doorCode } })
const shown = ['stateNote', 'place', 'dueFinish', 'suspendReason', 'resumeOn', 'arrivedAt', 'doneAt', 'confirmedAt', 'chargeState', 'costTotal', 'score'] as const
/** The caller's own orders and those they support; a merged one shows the course of the order `actOn` it went into. */
export const myOrders = action('repair.repairOrder.mine', '我的报修', {
  ...own,
  method: 'GET',
  many: true,
  output: {
    ...head,
    actOn: head.id,
    ...pickFields(repairOrder.fields, shown),
    ...pickFields(workSheet.fields, ['comingAt', 'afterPhotos']),
    typeName: text('类型', { required: true, max: 40 }),
    urgencyName: text('紧急程度', { required: true, max: 20 }),
    workerName: text('维修工', { max: 64 }),
    isSupporter: bool('同报', { required: true }),
    can: list('可以', text('动作', { required: true, max: 20 }), { required: true }),
  },
})
export const withdrawOrder = action('repair.repairOrder.withdraw', '撤回', {
  ...own,
  output: 'none',
  input: { id },
  refusals: { supported: '还有 {count} 人同报，不能撤回' },
})
export const confirmOrder = action('repair.repairOrder.confirm', '确认修好', { ...own, output: 'none', input: { id } })
export const notFixed = action('repair.repairOrder.notFixed', '没修好', {
  ...own,
  output: 'none',
  input: { id, reason: text('哪里没修好', { required: true, min: 2, max: 200, multiline: true }) },
})
export const agreeCharge = action('repair.repairOrder.agree', '答复费用', {
  ...own,
  output: 'none',
  input: { id, agrees: bool('同意承担', { required: true }), reason: text('不同意的原因', { max: 200 }) },
  refusals: { notAsked: '{orderNo} 没有等你答复的费用' },
})
export const scoreOrder = action('repair.repairOrder.score', '评价', {
  ...own,
  output: 'none',
  input: { id, ...marks, text: text('想说的话', { max: 500, multiline: true }), anonymous: bool('匿名') },
  refusals: { scored: '{orderNo} 已经评价过', late: '{orderNo} 的评价已于 {until} 截止', tooEarly: '{orderNo} 确认修好后才能评价' },
})
const sheet = shape('工单', { id: head.id, workerName: text('维修工', { required: true, max: 64 }), ...sheetSteps })
/** The course of one order: who had it when. For staff in their scope, and everybody it concerns. */
export const orderCourse = action('repair.repairOrder.course', '进程', {
  access: 'signedIn',
  permission: 'repair:repairOrder:list',
  method: 'GET',
  input: { id },
  output: { supporters: list('同报人', text('姓名', { max: 64 }), { required: true }), sheets: list('工单', sheet, { required: true }) },
})
