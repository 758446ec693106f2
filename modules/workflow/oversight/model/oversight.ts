import { action, bool, choice, date, datetime, integer, list, paged, pageInput, ref, shape, text } from '#model'
import { INSTANCE_STATES } from '../../cases/model/instance.ts'

const span = { processType: text('业务类型', { max: 40 }), from: date('自'), to: date('至') } as const
/** 流程监控: number of cases per step, and for how long. */
export const monitorCounts = action('workflow.processInstance.monitor', '流程监控', {
  method: 'GET',
  permission: 'workflow:processInstance:list',
  input: span,
  output: {
    states: list('状态', shape('状态', { state: choice('状态', INSTANCE_STATES, { required: true }), count: integer('件数', { required: true }) }), { required: true }),
    nodes: list(
      '环节',
      shape('环节', {
        processType: text('业务类型', { required: true, max: 40 }),
        processTypeName: text('业务类型', { required: true, max: 60 }),
        nodeName: text('环节', { required: true, max: 60 }),
        waiting: integer('等待', { required: true }),
        overdue: integer('逾期', { required: true }),
        oldest: datetime('最早到达'),
      }),
      { required: true },
    ),
  },
})
/** Search of running and ended cases by approver and current step, beside the list's own filters. */
export const searchCases = action('workflow.processInstance.search', '流程查询', {
  method: 'GET',
  permission: 'workflow:processInstance:list',
  input: {
    ...span,
    keyword: text('关键字', { max: 60 }),
    state: choice('状态', INSTANCE_STATES),
    approverId: ref('user', '审批人'),
    nodeName: text('环节', { max: 60 }),
    waitingHours: integer('已等超过（小时）', { min: 1, max: 10000 }),
    ...pageInput,
  },
  output: paged('实例', {
    id: text('编号', { required: true, max: 36 }),
    processTypeName: text('业务类型', { required: true, max: 60 }),
    defName: text('流程', { required: true, max: 60 }),
    defNo: integer('版本', { required: true }),
    title: text('标题', { required: true, max: 200 }),
    applicantName: text('申请人', { max: 60 }),
    state: choice('状态', INSTANCE_STATES, { required: true }),
    currentNodes: text('当前环节', { max: 300 }),
    waitsFor: text('等待', { max: 300 }),
    waitsSince: datetime('等待自'),
    dueAt: datetime('期限'),
    startedAt: datetime('开始时间', { required: true }),
    endedAt: datetime('结束时间'),
  }),
})
/** Median and p90 working time per step and office, returns, share overdue. */
export const flowStatistics = action('workflow.processInstance.statistics', '流程统计', {
  method: 'GET',
  input: { ...span, by: choice('按', { node: '按环节', department: '按审批单位', person: '按审批人' }, { required: true }) },
  many: true,
  output: {
    label: text('名称', { required: true, max: 120 }),
    count: integer('已办', { required: true }),
    medianMin: integer('用时中位数（分钟）', { required: true }),
    p90Min: integer('90% 以内（分钟）', { required: true }),
    returned: integer('退回', { required: true }),
    rejected: integer('驳回', { required: true }),
    overdue: integer('逾期', { required: true }),
  },
})
export const exportFlowStatistics = action('workflow.processInstance.exportStatistics', '导出流程统计', {
  output: 'file',
  method: 'GET',
  permission: 'workflow:processInstance:statistics',
  input: flowStatistics.input,
  refusals: { empty: '没有可导出的数据！' },
})
/** Most frequent opinions on returns and rejections. */
export const flowReasons = action('workflow.processInstance.reasons', '退回和驳回原因', {
  method: 'GET',
  permission: 'workflow:processInstance:statistics',
  input: span,
  many: true,
  output: {
    action: choice('动作', { return: '退回', reject: '驳回' }, { required: true }),
    opinion: text('意见', { required: true, max: 500 }),
    count: integer('次数', { required: true }),
    processTypeName: text('业务类型', { required: true, max: 60 }),
  },
})
const handed = { fromId: ref('user', '交出人', { required: true }), toId: ref('user', '接手人', { required: true }) } as const
/** 10-W17: preview of a handover. */
export const previewHandover = action('workflow.processInstance.previewHandover', '预览交接', {
  permission: 'workflow:processInstance:handover',
  input: { fromId: handed.fromId },
  output: {
    tasks: integer('待办审批', { required: true }),
    owned: integer('负责的流程', { required: true }),
    deputies: integer('代办委托', { required: true }),
    byType: list('业务类型', shape('业务类型', { name: text('名称', { required: true, max: 60 }), count: integer('件数', { required: true }) }), { required: true }),
  },
})
/** Delegations of and to the caller that have not ended. */
export const myDelegations = action('workflow.delegation.current', '现在的委托', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    isMine: bool('我委托的', { required: true }),
    name: text('姓名', { required: true, max: 64 }),
    from: date('开始', { required: true }),
    to: date('结束', { required: true }),
  },
})
export const handOver = action('workflow.processInstance.handover', '交接审批', {
  isWhole: false,
  input: { ...handed, reason: text('原因', { required: true, max: 500 }) },
  output: {
    tasks: integer('待办审批', { required: true }),
    owned: integer('负责的流程', { required: true }),
    deputies: integer('代办委托', { required: true }),
    left: integer('未能交接', { required: true }),
  },
  refusals: { same: '交出人和接手人是同一人', disabled: '{name} 的账号已停用，不能接手', student: '接手人须是教职工，{name} 是学生' },
})
export const oversightActions = [monitorCounts, searchCases, flowStatistics, exportFlowStatistics, flowReasons, previewHandover, handOver, myDelegations]
