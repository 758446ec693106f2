import { action, bool, choice, date, datetime, integer, paged, pageInput, text } from '#model'
import { INSTANCE_STATES, LOG_ACTIONS } from './instance.ts'

const item = {
  instanceId: text('编号', { required: true, max: 36 }),
  taskId: text('任务', { max: 36 }),
  processType: text('业务类型', { required: true, max: 40 }),
  processTypeName: text('业务类型', { required: true, max: 60 }),
  title: text('标题', { required: true, max: 200 }),
  applicantName: text('申请人', { max: 60 }),
  state: choice('状态', INSTANCE_STATES, { required: true }),
  nodeName: text('环节', { max: 300 }),
  waitsFor: text('等待', { max: 300 }),
  summary: text('摘要', { max: 500 }),
  arrivedAt: datetime('到达时间', { required: true }),
  dueAt: datetime('期限'),
  isOverdue: bool('已逾期', { required: true }),
  urgedCount: integer('催办次数', { required: true }),
  onBehalfOfName: text('代谁办理', { max: 60 }),
  action: choice('结果', LOG_ACTIONS),
  endedAt: datetime('结束时间'),
  readAt: datetime('阅读时间'),
  link: text('地址', { required: true, max: 500 }),
} as const
const chosen = {
  tab: choice('页签', { todo: '待审批', done: '已审批', started: '我发起的', cc: '抄送我的' }, { required: true }),
  processType: text('业务类型', { max: 40 }),
  state: choice('状态', INSTANCE_STATES),
  keyword: text('关键字', { max: 60 }),
  from: date('自'),
  to: date('至'),
} as const
export const myCases = action('workflow.processTask.mine', '我的审批', {
  method: 'GET',
  access: 'signedIn',
  input: { ...chosen, ...pageInput },
  output: paged('审批', item),
})
export const myCaseCounts = action('workflow.processTask.counts', '我的审批件数', {
  method: 'GET',
  access: 'signedIn',
  output: {
    todo: integer('待审批', { required: true }),
    overdue: integer('已逾期', { required: true }),
    started: integer('我发起的进行中', { required: true }),
    cc: integer('未读抄送', { required: true }),
  },
})
