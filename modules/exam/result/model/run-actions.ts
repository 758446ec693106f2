import { action, dict, integer, list, pickFields, ref, shape, text } from '#model'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { examCategory } from '../../entry/model/dictionaries.ts'
import { admissionRun, planResult, runParams } from './run.ts'

const need = { required: true } as const
const refusals = { ...examBatch.options.refusals, ...admissionRun.options.refusals }
const count = (label: string) => integer(label, need)
const label = (of: string) => text(of, { ...need, max: 140 })

/** 30-ES6: any number of them. */
export const tryAdmission = action('exam.admissionRun.try', '模拟录取', {
  refusals,
  input: { batchId: ref('examBatch', '考试批次', need), name: text('方案', { ...need, max: 60 }), ...runParams },
  output: { id: ref('admissionRun', '录取方案', need), placed: count('录取人数'), tied: count('同分待定') },
})
/** 30-ES4: equals in all that is compared are put in order by admissions. */
export const decideTie = action('exam.admissionRun.decideTie', '定同分次序', {
  refusals: { ...refusals, ...examApplication.options.refusals },
  input: {
    applicationId: ref('examApplication', '报名', need),
    precedence: integer('次序', { ...need, min: 1, max: 9999, help: '同分的人里数小的在前' }),
    reason: text('理由', { ...need, max: 200, multiline: true }),
  },
  output: 'none',
})
const side = shape('方案', pickFields(planResult, ['places', 'filled', 'highest', 'lowest', 'average']))
const differing = shape('考生', {
  applicationId: ref('examApplication', '报名', need),
  ...pickFields(examApplication.fields, ['ksh', 'name']),
  category: dict('考生类别', examCategory),
  before: text('方案一', { max: 140 }),
  after: text('方案二', { max: 140 }),
})
/** 30-ES6 */
export const compareRuns = action('exam.admissionRun.compare', '比较方案', {
  method: 'GET',
  permission: 'exam:admissionRun:list',
  refusals,
  input: { id: ref('admissionRun', '方案一', need), otherId: ref('admissionRun', '方案二', need) },
  output: {
    plans: list(
      '计划完成',
      shape('计划完成', { planId: ref('examPlan', '招生计划', need), label: label('招生计划'), category: dict('考生类别', examCategory, need), one: side, other: side }),
      need,
    ),
    count: count('结果不同的人数'),
    people: list('结果不同的考生', differing, need),
  },
})
/** How many of those who differ are drawn; all are counted. */
export const MOST_DIFFERING = 300
export const runActions = [tryAdmission, decideTie, compareRuns]
