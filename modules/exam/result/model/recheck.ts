import { choice, datetime, decimal, dict, entity, ref, states, text } from '#model'
import { examSubject } from '../../entry/model/dictionaries.ts'

export const recheckStates = states(
  {
    asked: { label: '待复核', tone: 'waiting' },
    second: { label: '待第二人复核', tone: 'going' },
    unchanged: { label: '分数无误', tone: 'over' },
    changed: { label: '分数已更正', tone: 'done' },
  },
  { check: ['asked'], confirm: ['second'] },
)
/** 30-ES2: papers are added up again and looked through for answers without a mark; no answer is marked anew. */
export const GROUNDS = { sum: '合分有误', missing: '有题漏评、漏登' } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const marks = { precision: 5, scale: 1, min: 0, max: 1000 } as const

/** 成绩复核: an applicant doubts the mark of a subject; what two people find alike replaces it. */
export const scoreRecheck = entity(
  'exam.scoreRecheck',
  '成绩复核',
  {
    batchId: ref('examBatch', '考试批次', fixed),
    applicationId: ref('examApplication', '报名', fixed),
    ksh: text('考生号', { ...fixed, max: 20, format: 'code', search: true, sortable: true }),
    name: text('姓名', { ...fixed, max: 60, search: true, sortable: true }),
    subject: dict('科目', examSubject, fixed),
    grounds: choice('复核事项', GROUNDS, fixed),
    note: text('说明', { ...readonly, max: 200 }),
    before: decimal('原成绩', { ...fixed, ...marks }),
    /** What the first has found; the second does not read it. */
    found: decimal('第一人复核成绩', { ...readonly, ...marks, secret: 'internal' }),
    after: decimal('复核后成绩', { ...readonly, ...marks }),
    answer: text('答复', { ...readonly, max: 200 }),
    firstBy: ref('user', '复核人', readonly),
    secondBy: ref('user', '第二复核人', readonly),
    askedAt: datetime('申请时间', { ...fixed, sortable: true }),
    answeredAt: datetime('答复时间', { ...readonly, sortable: true }),
    state: recheckStates.field('状态', { ...readonly, initial: 'asked' }),
  },
  {
    title: 'name',
    scope: {},
    unique: [['applicationId', 'subject']],
    sort: ['-askedAt'],
    verbs: ['list', 'export'],
    refusals: {
      notScored: '“{name}”没有你可以复核的成绩',
      noMark: '这一科是{flag}，没有分数可以复核',
      over: '“{name}”的复核申请已在 {at} 截止',
      asked: '这一科已经申请过复核，每科只能申请一次',
      overFull: '{value} 超过满分 {full}',
      samePerson: '{name}的成绩是你第一个复核的，要更正须由另一位老师再复核一次',
      frozen: '“{name}”已是正式方案，先撤回再更正成绩',
    },
  },
)
