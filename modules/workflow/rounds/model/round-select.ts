import { action, bool, choice, datetime, text } from '#model'

/** Select options of rounds (the customer's paths), newest first. */
const output = {
  id: text('批次', { required: true, max: 36 }),
  value: text('批次', { required: true, max: 36 }),
  label: text('名称', { required: true, max: 200 }),
  name: text('名称', { required: true, max: 200 }),
  processType: text('业务类型', { required: true, max: 64 }),
  xn: text('学年', { max: 9 }),
  xqM: text('学期', { max: 1 }),
  beginTime: datetime('开始'),
  endTime: datetime('结束'),
  state: choice('状态', { draft: '草稿', pending: '审批中', published: '已发布', paused: '已暂停', closed: '已结束', archived: '已归档', cancelled: '已取消' }, { required: true }),
  isCurrent: bool('进行中', { required: true }),
} as const
export const getTaskSelect = action('workflow.process.getTaskSelect', '批次', {
  method: 'GET',
  access: 'signedIn',
  service: 'base',
  input: { processType: text('业务类型', { max: 64 }) },
  many: true,
  output,
})
export const getMyTaskSelect = action('workflow.process.getMyTaskSelect', '我的批次', {
  method: 'GET',
  access: 'signedIn',
  service: 'base',
  input: { processType: text('业务类型', { max: 64 }), isShowFdyTask: text('含所带学生', { max: 5 }) },
  many: true,
  output,
})
