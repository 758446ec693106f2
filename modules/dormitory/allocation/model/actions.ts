import { action, bool, date, integer, json, list, shape, text } from '#model'
import { count, id, measures, name, notDone, planId, runId } from './fields.ts'
import { presortPlan } from './plan.ts'
import type { PresortRules } from './rules.ts'

export const simulate = action('dormitory.presortPlan.simulate', '模拟', {
  input: { id: planId, seed: integer('随机种子', { min: 0, max: 2_000_000_000 }) },
  output: { runId: id, runNo: count('第几次') },
  refusals: {
    busy: '第 {runNo} 次模拟还没有结束',
    nobody: '学生范围里没有要安排床位的学生',
    noBeds: '床位范围里没有可安排的床位',
    most: '一个方案最多保留 {most} 次模拟，请先删除不要的',
  },
})
export const stopRun = action('dormitory.presortRun.stop', '停止模拟', {
  output: 'none',
  permission: 'dormitory:presortPlan:simulate',
  input: { id: runId },
})
export const removeRun = action('dormitory.presortRun.drop', '删除模拟', {
  output: 'none',
  permission: 'dormitory:presortPlan:simulate',
  input: { id: runId },
  refusals: { working: '第 {runNo} 次模拟还在进行，请先停止', committed: '第 {runNo} 次模拟已提交，不能删除' },
})
const classChange = shape('班级', {
  classId: text('班级', { required: true, max: 36 }),
  label: name('班级'),
  students: count('学生'),
  before: count('原得分'),
  after: count('新得分'),
  roomsBefore: count('原房间'),
  roomsAfter: count('新房间'),
})
/** Compares other weights, class by class; stores nothing. */
export const previewRules = action('dormitory.presortPlan.previewRules', '试算权重', {
  permission: 'dormitory:presortPlan:simulate',
  isWhole: false,
  input: { id: planId, rules: json<PresortRules>('规则', { required: true, untyped: 'rules of several kinds, checked by the model of the plan' }) },
  output: { before: shape('现在', measures, { required: true }), after: shape('改后', measures, { required: true }), classes: list('班级', classChange, { required: true }) },
  refusals: {
    rulesForm: presortPlan.options.refusals?.rulesForm ?? '',
    mode: '只有分到学生的方案可以试算权重',
    nobody: '学生范围里没有要安排床位的学生',
    busy: '正在试算，请稍候再试',
  },
})
/** A college confirms its part. */
export const confirmPart = action('dormitory.presortPart.confirm', '学院确认', {
  input: { runId, note: text('说明', { max: 200 }) },
  output: { students: count('学生') },
  refusals: { notDone, nobody: '这次模拟里没有你的学生' },
})
/** 20-DP8 */
export const commitPlan = action('dormitory.presortPlan.commit', '提交', {
  isWhole: false,
  input: {
    id: planId,
    runId,
    conflictFree: bool('只提交没有冲突的', { initial: false }),
    withoutColleges: bool('不等学院确认', { initial: false }),
  },
  output: { placed: count('已安排'), conflicts: count('有冲突') },
  refusals: {
    notDone,
    busy: '方案“{plan}”正在提交这些楼栋（{at} 开始），请等它完成',
    overlap: '有 {rooms} 个房间已在方案“{plan}”里提交，请先结束或撤销它',
    colleges: '{colleges}还没有确认自己的部分',
    conflict: '{name} {bed}：{why}',
    conflicts: '{count} 条安排有冲突，没有提交任何床位',
    nothing: '没有可以提交的安排',
    granted: '{room} 已由别的方案授予',
  },
})
/** 20-DP9 */
export const undoPlan = action('dormitory.presortPlan.undo', '撤销提交', {
  permission: 'dormitory:presortPlan:commit',
  input: { id: planId },
  output: { released: count('已收回') },
  refusals: { late: '提交已过 {hours} 小时，不能整批撤销', moved: '{name}已入住 {bed}，不能整批撤销' },
})
export const publishPlan = action('dormitory.presortPlan.publish', '发布结果', {
  input: { id: planId },
  output: { told: count('已通知') },
})
export const closePlan = action('dormitory.presortPlan.close', '结束方案', {
  output: 'none',
  permission: 'dormitory:presortPlan:publish',
  input: { id: planId },
})
export const copyPlan = action('dormitory.presortPlan.copy', '复制方案', { permission: 'dormitory:presortPlan:add', input: { id: planId }, output: { id } })
export const openWishes = action('dormitory.presortPlan.openWishes', '收集意愿', {
  permission: 'dormitory:presortPlan:simulate',
  input: { id: planId, until: date('截止日期', { required: true }) },
  output: { told: count('已通知') },
  refusals: { past: '截止日期 {until} 已经过去', late: '截止日期 {until} 不早于入住日期 {startDate}', nobody: '学生范围里没有要安排床位的学生' },
})
export const askColleges = action('dormitory.presortRun.askColleges', '请学院确认', {
  permission: 'dormitory:presortPlan:simulate',
  input: { id: runId },
  output: { told: count('已通知') },
  refusals: { notDone },
})
export const presortActions = [simulate, stopRun, removeRun, previewRules, confirmPart, commitPlan, undoPlan, publishPlan, closePlan, copyPlan, openWishes, askColleges]
