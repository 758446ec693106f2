import { bool, choice, datetime, entity, integer, money, text } from '#model'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'

export const EXAM_KINDS = { single: '单独招生', upgrade: '专升本', other: '其他' } as const
const need = { required: true } as const

/** 考试批次: an entrance examination of one year. The window of the round is the registration; what follows it has times of its own. */
export const examBatch = entity(
  'exam.examBatch',
  '考试批次',
  {
    ...roundFields,
    kind: choice('考试类型', EXAM_KINDS, { ...need, initial: 'single' }),
    year: integer('年份', { ...need, min: 2000, max: 2100, sortable: true }),
    reviewTo: datetime('审核截止', { ...need, help: '退回的考生在这之前补正材料' }),
    payTo: datetime('缴费截止', { ...need, help: '到这一刻没有缴费的报名失效' }),
    maxChoices: integer('志愿数', { ...need, min: 1, max: 6, initial: 2 }),
    adjust: bool('可以服从调剂', { ...need, initial: true }),
    fee: money('报名考试费', { ...need, min: 0, initial: 0, help: '省里核定的标准，0 为不收' }),
    notice: text('报名须知', { max: 4000, multiline: true }),
    applicants: integer('报名人数', { computed: true }),
    scoresAt: datetime('成绩发布时间', { readonly: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'calls to the public, without data of people' },
    select: 'open',
    selectFields: ['name', 'kind', 'year'],
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      windows: '报名、审核、缴费的截止时间须依次在后：{times}',
      noPlans: '“{name}”还没有招生计划，请先录入',
      noItem: '收费项目“{item}”还没有设置或已停用，请财务处先设置',
      feeFixed: '“{name}”已有考生缴费或待缴费，不能再改报名考试费',
      reviewOver: '“{name}”的审核已在 {at} 截止',
      payOver: '“{name}”的缴费已在 {at} 截止',
    },
  },
)
export const batchActions = roundActions(examBatch)
/** Ends of the stages after the registration, in their order. */
export const STAGES = ['reviewTo', 'payTo'] as const
