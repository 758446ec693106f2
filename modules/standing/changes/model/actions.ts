import { action, choice, date, decimal, integer, list, shape, statistics, text } from '#model'
import { changeApplication, openChange } from './application.ts'
import { statusChange } from './status-change.ts'

const LIST = 'standing:statusChange:list'
const refusals = statusChange.options.refusals ?? {}
const MOST = 500

/** 30-SC6 */
export const reverseChange = action('standing.statusChange.reverse', '撤销异动', {
  input: { id: openChange, reason: text('原因', { required: true, max: 200, multiline: true }) },
  output: { id: text('编号', { required: true, max: 36 }) },
  inScope: true,
  refusals,
})
/** The national register has been marked. */
export const markSynced = action('standing.statusChange.markSynced', '登记已标注', {
  input: { ids: list('异动', openChange, { required: true, min: 1, max: MOST }) },
  output: { done: integer('已登记', { required: true }) },
})
/** Takes effect of what could not on its day, after the cause is gone. */
export const retryEffect = action('standing.statusChange.retry', '重新生效', { input: { id: openChange }, output: 'none', inScope: true, refusals })

/** Filing of a transfer between schools with the province. */
export const fileTransfer = action('standing.statusChange.file', '登记备案', {
  input: { id: openChange, filedOn: date('备案日期', { required: true }), filingNo: text('备案号', { required: true, max: 60 }) },
  output: 'none',
  inScope: true,
  refusals,
})

const coming = shape('异动', {
  id: text('编号', { required: true, max: 36 }),
  name: text('学生', { required: true, max: 60 }),
  className: text('班级', { max: 60 }),
  typeName: text('类型', { required: true, max: 40 }),
  what: choice('事项', { effect: '生效', end: '到期', filing: '备案到期' }, { required: true }),
  problem: text('未能生效的原因', { max: 300 }),
})
/** What takes effect and what ends in the coming months, by day. */
export const comingChanges = action('standing.statusChange.coming', '异动日历', {
  method: 'GET',
  permission: LIST,
  input: { months: integer('月数', { min: 1, max: 12 }) },
  many: true,
  output: { date: date('日期', { required: true }), changes: list('异动', coming, { required: true }) },
})
export const changeStatistics = statistics('standing.statusChange.statistics', '学籍异动统计', {
  most: 1500,
  sums: { changes: integer('异动', { required: true }), leaving: integer('离校', { required: true }) },
  by: { byType: '类型', byReason: '原因', byDepartment: '学院', byMonth: '月份' },
  more: {
    away: integer('休学和保留期结束', { required: true }),
    returned: integer('复学', { required: true }),
    returnPercent: decimal('复学率', { required: true }),
    medianDays: decimal('申请到生效（天）', { required: true }),
  },
})
export const changeActions = [...Object.values(changeApplication), reverseChange, markSynced, retryEffect, fileTransfer, comingChanges, changeStatistics, changeStatistics.sheet]
