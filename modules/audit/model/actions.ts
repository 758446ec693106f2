import { action, bool, datetime, integer, list, ref, shape, text } from '#model'

/** Browser errors, reported automatically by the page. */
export const reportError = action('audit.errorLog.report', '上报错误', {
  output: 'none',
  access: 'signedIn',
  input: {
    message: text('错误', { required: true, max: 1000 }),
    stack: text('调用栈', { max: 8000, multiline: true }),
    path: text('位置', { max: 300 }),
    release: text('版本', { max: 64 }),
    traceId: text('编号', { max: 40 }),
  },
})
export const verifyNow = action('audit.auditCheck.verify', '立即校验', {
  output: { rows: integer('校验条数', { required: true }), isWhole: bool('完整', { required: true }), fault: text('问题', { max: 20 }), auditId: text('问题记录', { max: 36 }) },
})
const reading = {
  at: datetime('时间', { required: true }),
  action: text('操作内容', { required: true, max: 60 }),
  actionName: text('操作内容', { required: true, max: 200 }),
  who: text('谁', { max: 200 }),
  reason: text('理由', { max: 500 }),
} as const
/** Users who read or exported a student's data. */
export const readersOf = action('audit.auditLog.readers', '谁看过这名学生', {
  method: 'GET',
  input: { studentId: ref('student', '学生', { required: true }) },
  many: true,
  output: { id: text('编号', { required: true, max: 36 }), ...reading, bizType: text('对象类型', { max: 60 }), traceId: text('编号', { max: 40 }) },
})
/** Users who read the caller's sensitive data, shown as far as the school permits. */
export const readersOfMe = action('audit.auditLog.mine', '谁看过我的信息', { method: 'GET', access: 'signedIn', many: true, output: reading })
const counted = shape('数量', { key: text('项目', { required: true, max: 200 }), count: integer('次数', { required: true }) }, { required: true })
const place = shape(
  '接口',
  {
    path: text('接口', { required: true, max: 300 }),
    name: text('名称', { required: true, max: 200 }),
    calls: integer('调用', { required: true }),
    errors: integer('错误', { required: true }),
    p95: integer('95% 用时（毫秒）', { required: true }),
  },
  { required: true },
)
export const logStatistics = action('audit.operationLog.statistics', '日志统计', {
  method: 'GET',
  input: { days: integer('天数', { min: 1, max: 90, initial: 30 }) },
  output: {
    failedByDay: list('登录失败', counted, { required: true }),
    failedByReason: list('失败原因', counted, { required: true }),
    changesByEntity: list('改动最多', counted, { required: true }),
    busiest: list('最忙的接口', place, { required: true }),
    errorsByRelease: list('各版本错误', counted, { required: true }),
  },
})
