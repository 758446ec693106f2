import { action, choice, date, datetime, dict, integer, list, ref, shape, text } from '#model'
import { OWN } from './actions.ts'
import { HEARINGS, VIOLATION_LEVELS, violationStates, violationType } from './violation.ts'

const id = ref('dormViolation', '违纪', { required: true })
const HEAR = 'dormitory:dormViolation:hear'
const decision = text('处理意见', { required: true, min: 2, max: 500, multiline: true })

/** 20-DI6: the student is asked for a statement before any decision. */
export const askStatement = action('dormitory.dormViolation.ask', '请学生陈述', {
  permission: HEAR,
  input: { ids: list('违纪', id, { required: true, min: 1, max: 200 }) },
  output: { asked: integer('已通知', { required: true }) },
})
export const confirmViolation = action('dormitory.dormViolation.confirm', '认定', {
  output: 'none',
  permission: HEAR,
  input: { id, level: choice('程度', VIOLATION_LEVELS, { required: true }), decision },
  refusals: { unheard: '{violationNo} 还没有听取陈述：{how}', ownCase: '{violationNo} 是你本人的，不能由你处理' },
})
export const dismissViolation = action('dormitory.dormViolation.dismiss', '认定不成立', { output: 'none', permission: HEAR, input: { id, decision } })
/** Refers to discipline; a manual decision, never automatic. */
export const referViolation = action('dormitory.dormViolation.refer', '移交违纪处理', { output: 'none', permission: HEAR, input: { id, decision } })
/** 20-DI9 */
export const seizeItem = action('dormitory.dormViolation.seize', '登记暂扣', {
  input: { id, item: text('暂扣物品', { required: true, max: 100 }), returnOn: date('应归还日期', { help: '不填按学校规定的天数' }) },
  output: { seizedReceiptNo: text('收据号', { required: true, max: 30 }), returnOn: date('应归还日期', { required: true }) },
  refusals: { already: '{violationNo} 已暂扣“{item}”，收据 {receipt}', past: '归还日期 {returnOn} 已经过去' },
})
export const giveBackItem = action('dormitory.dormViolation.giveBack', '归还物品', {
  output: 'none',
  permission: 'dormitory:dormViolation:seize',
  input: { id },
  refusals: { nothing: '{violationNo} 没有暂扣的物品', already: '“{item}”已于 {at} 归还' },
})
export const makeStatement = action('dormitory.dormViolation.state', '提交陈述', {
  output: 'none',
  permission: OWN,
  input: { id, statement: text('陈述', { required: true, min: 5, max: 1000, multiline: true }) },
})
export const waiveStatement = action('dormitory.dormViolation.waive', '放弃陈述', { output: 'none', permission: OWN, input: { id } })
/** One's own violations, and the room's where nobody was identified. */
export const myViolations = action('dormitory.dormViolation.mine', '我的违纪', {
  method: 'GET',
  permission: OWN,
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    violationNo: text('编号', { required: true, max: 30 }),
    isRoom: shape('房间', { room: text('房间', { required: true, max: 200 }) }),
    type: dict('类型', violationType, { required: true }),
    level: choice('程度', VIOLATION_LEVELS, { required: true }),
    at: datetime('时间', { required: true }),
    place: text('地点', { max: 200 }),
    details: text('情况', { required: true, max: 500 }),
    evidence: list('证据', text('文件', { required: true, max: 36 }), { required: true }),
    state: violationStates.field('状态'),
    statementDue: datetime('陈述截止'),
    mayState: choice('可办', { state: '陈述' }),
    statement: text('陈述', { max: 1000 }),
    heardAs: choice('陈述情况', HEARINGS),
    decision: text('处理意见', { max: 500 }),
    seizedItem: text('暂扣物品', { max: 100 }),
    seizedReceiptNo: text('收据号', { max: 30 }),
    returnOn: date('应归还日期'),
    returnedAt: datetime('归还时间'),
  },
})
export const violationActions = [askStatement, confirmViolation, dismissViolation, referViolation, seizeItem, giveBackItem, makeStatement, waiveStatement, myViolations]
