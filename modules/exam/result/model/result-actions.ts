import { action, bool, choice, datetime, decimal, dict, integer, list, ref, shape, text } from '#model'
import { applicationStates } from '../../entry/model/application.ts'
import { EXAM_KINDS, examBatch } from '../../entry/model/batch.ts'
import { examSubject } from '../../entry/model/dictionaries.ts'
import { OWN } from '../../entry/model/own-actions.ts'
import { admissionRun, missedLine, VERDICTS } from './run.ts'

const need = { required: true } as const
const refusals = { ...examBatch.options.refusals, ...admissionRun.options.refusals }
const id = ref('admissionRun', '录取方案', need)
const total = (label: string) => decimal(label, { precision: 7, scale: 2 })

/** 30-ES7: a trial becomes the final run, and goes to the leader of the school. */
export const finaliseRun = action('exam.admissionRun.finalise', '定为正式方案', { inScope: true, refusals, input: { id }, output: 'none' })
/** 30-ES7: the final run is a trial again, so that lines and places can change. */
export const unfreezeRun = action('exam.admissionRun.unfreeze', '撤回正式方案', {
  inScope: true,
  refusals,
  input: { id, reason: text('原因', { ...need, max: 200, multiline: true }) },
  output: 'none',
})
/** 30-ES7: whom the approved run admits is shown to the school and the applicants before it is published. */
export const publiciseRun = action('exam.admissionRun.publicise', '公示拟录取名单', {
  inScope: true,
  refusals,
  input: { id },
  output: { count: integer('公示人数', need), endAt: datetime('公示到', need) },
})
export const publishRun = action('exam.admissionRun.publish', '公布录取结果', {
  inScope: true,
  refusals,
  input: { id },
  output: { admitted: integer('录取人数', need), told: integer('通知人数', need) },
})
const marks = list('比较科目成绩', decimal('成绩', { ...need, precision: 5, scale: 1, min: -1 }), need)
const chosen = shape('志愿', {
  planId: ref('examPlan', '招生计划', need),
  label: text('招生计划', { ...need, max: 140 }),
  verdict: choice('结论', VERDICTS, need),
  total: total('总分'),
  missed: missedLine,
  subjects: list('比较科目', dict('科目', examSubject, need), need),
  marks,
  lastTotal: total('最后录取的总分'),
  lastMarks: marks,
})
/** 30-ES7: the caller's own result with the reason of each choice, once published. */
export const myResult = action('exam.admissionRun.mine', '录取结果', {
  method: 'GET',
  permission: OWN,
  realms: ['exam'],
  refusals,
  input: { batchId: ref('examBatch', '考试批次', need) },
  output: {
    name: text('考试批次', { ...need, max: 100 }),
    publishedAt: datetime('公布时间'),
    state: applicationStates.field('状态', { required: false }),
    id: ref('examApplication', '报名'),
    kind: choice('考试类型', EXAM_KINDS, need),
    confirmBy: datetime('录取确认截止'),
    offerRound: integer('递补轮次'),
    planLabel: text('录取计划', { max: 140 }),
    isAdjusted: bool('调剂录取', need),
    isExempt: bool('免试', need),
    choices: list('志愿', chosen, need),
  },
})
export const resultActions = [finaliseRun, unfreezeRun, publiciseRun, publishRun, myResult]
