import { action, bool, choice, date, datetime, decimal, integer, list, ref, shape, statistics, text } from '#model'
import { roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { auditStates, graduationAudit, RESULTS, shownItem } from './audit.ts'
import { batchStages, graduationBatch } from './batch.ts'

const required = { required: true } as const
const batchId = ref('graduationBatch', '批次', required)
const refusals = { ...graduationBatch.options.refusals, ...graduationAudit.options.refusals }
const LIST = 'graduation:graduationAudit:list'
const DECIDE = 'graduation:graduationAudit:decide'
const APPROVE = 'graduation:graduationAudit:approve'
const MOST = 1000
const ids = list('学生', ref('graduationAudit', '审核', required), { max: MOST })
const done = { done: integer('人数', required) }

/** The batches that staff work on, with their items and how far each is in the reader's scope. */
export const auditBatches = action('graduation.graduationAudit.batches', '毕业批次', {
  method: 'GET',
  permission: LIST,
  many: true,
  output: {
    id: text('批次', { required: true, max: 36 }),
    name: text('名称', { required: true, max: 100 }),
    phase: roundPhases.field('进度'),
    stage: choice('阶段', batchStages.labels, required),
    certDate: date('证书日期', required),
    beginTime: datetime('开始', required),
    endTime: datetime('结束', required),
    items: list(
      '事项',
      shape('事项', { code: text('编码', { required: true, max: 40 }), name: text('名称', { required: true, max: 60 }), missed: integer('未完成', required) }),
      required,
    ),
    total: integer('毕业生', required),
    met: integer('全部完成', required),
    oneMissing: integer('只差一项', required),
    open: integer('待审核', required),
    decided: integer('待审批', required),
    approved: integer('已批准', required),
    confirmed: integer('已确定', required),
  },
})
/** Looks at all items anew. */
export const recomputeAudits = action('graduation.graduationAudit.recompute', '重新核对', {
  permission: DECIDE,
  input: { batchId },
  output: { done: integer('人数', required), changed: integer('有变化', required) },
  refusals,
})
/** 30-GR2: a person decides; without `result` each gets what is suggested. Without `ids` all in scope whose result is open. */
export const decideAudits = action('graduation.graduationAudit.decide', '审核', {
  input: {
    batchId,
    ids,
    result: choice('结果', RESULTS, { help: '不填时按系统建议' }),
    degree: bool('授予学位'),
    reason: text('理由', { max: 200, multiline: true, help: '与系统建议不同时必填' }),
  },
  output: done,
  refusals,
})
export const approveAudits = action('graduation.graduationAudit.approve', '审批', { input: { batchId, ids, departmentId: ref('department', '学院') }, output: done, refusals })
export const returnAudits = action('graduation.graduationAudit.returnResult', '退回', {
  permission: APPROVE,
  input: {
    batchId,
    ids: list('学生', ref('graduationAudit', '审核', required), { required: true, min: 1, max: MOST }),
    reason: text('原因', { required: true, max: 200, multiline: true }),
  },
  output: done,
  refusals,
})
/** Approved graduates go on public notice; other results are told to their students. */
export const publiciseAudits = action('graduation.graduationAudit.publicise', '公示', {
  permission: APPROVE,
  input: { batchId },
  output: { graduates: integer('公示', required), others: integer('不公示', required) },
  refusals,
})
/** 30-GR7 */
export const closeBatch = action('graduation.graduationBatch.closeStudies', '办结', {
  input: { id: batchId },
  output: done,
  inScope: true,
  refusals: { ...refusals, open: '还有 {count} 名学生的结果没有确定，不能办结', early: '证书日期 {certDate} 还没有到，不能办结', running: '“{name}”{stage}' },
})
export const myAudit = action('graduation.graduationAudit.mine', '我的毕业审核', {
  method: 'GET',
  many: true,
  output: {
    batchId: text('批次', { required: true, max: 36 }),
    name: text('名称', { required: true, max: 100 }),
    met: integer('已完成', required),
    total: integer('事项', required),
    items: list('事项', shownItem, required),
    state: auditStates.field('状态'),
    /** Told once it is certain. */
    result: choice('结果', RESULTS),
    judgedAt: datetime('核对时间'),
  },
})
export const auditStatistics = statistics('graduation.graduationAudit.statistics', '毕业统计', {
  most: 4000,
  sums: { students: integer('毕业生', required), graduates: integer('毕业', required), percent: decimal('按时毕业率') },
  by: { byMajor: '专业', byOrigin: '生源地', byDepartment: '学院', byYear: '年份' },
  more: {
    missed: list(
      '最常见的未完成事项',
      shape('事项', { code: text('编码', { required: true, max: 40 }), name: text('名称', { required: true, max: 60 }), count: integer('人数', required) }),
      required,
    ),
  },
})
export const auditActions = [auditBatches, recomputeAudits, decideAudits, approveAudits, returnAudits, publiciseAudits, closeBatch, myAudit, auditStatistics, auditStatistics.sheet]
