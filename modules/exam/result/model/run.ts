import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, datetime, decimal, dict, entity, integer, list, ref, shape, states, text } from '#model'
import { examCategory, examSubject } from '../../entry/model/dictionaries.ts'

export const runStates = states(
  { trial: { label: '模拟', tone: 'waiting' }, ...SUBMITTED_STATES, published: { label: '已公布', tone: 'done' } },
  { update: ['trial'], remove: ['trial'], finalise: ['trial'], unfreeze: ['pending', 'returned', 'approved'], publicise: ['approved'], publish: ['approved'] },
)
export const METHODS = { score: '分数优先', choice: '志愿优先', step: '志愿级差' } as const
export const VERDICTS = { admitted: '录取', full: '计划已录满', below: '未达分数线', noScore: '没有总分', closed: '不招这一类', later: '已录取到前面的志愿' } as const
const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const total = (label: string, more: object = {}) => decimal(label, { precision: 7, scale: 2, ...more })
const count = (label: string) => integer(label, { ...fixed, min: 0 })
const steps = { precision: 5, scale: 1, min: 0, max: 500 } as const

const line = shape('分数线', {
  category: dict('考生类别', examCategory, need),
  planId: ref('examPlan', '招生计划'),
  subject: dict('科目', examSubject),
  isProvince: bool('省定最低分', need),
  min: total('分数线', need),
})
export const planResult = {
  planId: ref('examPlan', '招生计划', need),
  category: dict('考生类别', examCategory, need),
  places: integer('名额', { ...need, min: 0 }),
  filled: integer('录取', { ...need, min: 0 }),
  highest: total('最高分'),
  lowest: total('最低分'),
  average: total('平均分'),
  lastTotal: total('末位总分'),
  lastTies: list('末位比较科目成绩', decimal('成绩', { ...need, precision: 5, scale: 1 }), need),
} as const
/** What a run is made from besides the data, chosen for each. */
export const runParams = {
  method: choice('录取方式', METHODS, { ...need, initial: 'score', help: '分数优先：从高分到低分，逐个看志愿。志愿优先：先录第一志愿。志愿级差：后面的志愿先减分' }),
  step: decimal('每个志愿减分', { ...steps, help: '只用于志愿级差：每靠后一个志愿减多少分' }),
  spillOrder: list('调剂名额的类别顺序', dict('考生类别', examCategory, need), { max: 20, help: '一类没有用完的名额依次给这几类，不选为不调剂' }),
  adjust: bool('录取服从调剂的考生', { ...need, initial: true }),
} as const

/** 模拟录取: what a set of lines and rules comes to. The same data give the same result (30-ES6). */
export const admissionRun = entity(
  'exam.admissionRun',
  '录取方案',
  {
    batchId: ref('examBatch', '考试批次', fixed),
    name: text('方案', { ...need, max: 60, search: true, sortable: true }),
    method: { ...runParams.method, options: { ...runParams.method.options, readonly: true } },
    step: decimal('每个志愿减分', { ...readonly, ...steps }),
    spillOrder: list('调剂名额的类别顺序', dict('考生类别', examCategory, need), { ...fixed, max: 20 }),
    adjust: bool('录取服从调剂的考生', fixed),
    lines: list('分数线', line, fixed),
    plans: list('计划完成', shape('计划完成', planResult), fixed),
    people: count('参加录取'),
    places: count('名额'),
    placed: count('录取人数'),
    adjusted: count('调剂录取'),
    tied: count('同分待定'),
    by: ref('user', '操作人', fixed),
    ranAt: datetime('运行时间', { ...fixed, sortable: true }),
    /** SHA-256 of the outcome: a final run is what it was when it was tried, or it is refused. */
    digest: text('摘要', { ...readonly, max: 64, secret: 'internal' }),
    /** The public notice of whom it admits, while it is the final one (30-ES7). */
    noticeId: ref('publicNotice', '公示', readonly),
    noticeUntil: datetime('公示到', { ...readonly, sortable: true }),
    publishedAt: datetime('公布时间', { ...readonly, sortable: true }),
    /** Equals wait for the last place of a round, until admissions has put them in order. */
    roundsTiedAt: datetime('递补同分待定', readonly),
    /** No place is left that anybody waits for. */
    roundsOverAt: datetime('递补结束', readonly),
    state: runStates.field('状态', { ...readonly, initial: 'trial' }),
  },
  {
    title: 'name',
    scope: {},
    select: 'scoped',
    selectFields: ['name', 'batchId'],
    sort: ['-ranAt'],
    verbs: ['list', 'update', 'remove', 'export'],
    refusals: {
      notPublished: '“{name}”的成绩还没有发布，先发布成绩再录取',
      noStep: '志愿级差须写明每靠后一个志愿减多少分',
      otherBatch: '只能比较同一次考试的方案',
      finalExists: '“{name}”已是这次考试的正式方案，先撤回再定另一个',
      rechecks: '还有 {count} 条成绩复核没有答复，先答复',
      tied: '还有 {count} 名考生同分待定，先定次序再模拟一次',
      noticed: '“{name}”已在公示，到 {until} 结束',
      notNoticed: '“{name}”还没有公示，公示期满没有异议再公布',
      upheld: '公示中有 {count} 条录取结果异议成立，撤回正式方案，改正后重新模拟和公示',
      changed: '“{name}”之后，成绩、志愿、名额或分数线有变动，请重新模拟',
      tieClosed: '{name}现在不用定同分次序',
    },
  },
)
export const missedLine = shape('未达的分数线', { subject: dict('科目', examSubject), min: total('分数线', need), own: total('成绩', need) })
const wish = shape('志愿', {
  planId: ref('examPlan', '招生计划', need),
  total: total('总分'),
  ties: list('比较科目成绩', decimal('成绩', { ...need, precision: 5, scale: 1, min: -1 }), need),
  verdict: choice('结论', VERDICTS, need),
  missed: missedLine,
})
/** 录取结果: of an applicant in a run. */
export const admissionPlacement = entity(
  'exam.admissionPlacement',
  '录取结果',
  {
    runId: ref('admissionRun', '录取方案', { ...fixed, isPart: true }),
    applicationId: ref('examApplication', '报名', fixed),
    ksh: text('考生号', { ...fixed, max: 20, format: 'code', search: true, sortable: true }),
    name: text('姓名', { ...fixed, max: 60, search: true, sortable: true }),
    category: dict('考生类别', examCategory, readonly),
    planId: ref('examPlan', '录取计划', readonly),
    choiceNo: integer('录取志愿', { ...readonly, help: '0 为调剂录取' }),
    total: total('总分', { ...readonly, sortable: true }),
    isTied: bool('同分待定', { ...fixed, initial: false }),
    wishes: list('志愿', wish, { ...fixed, max: 6 }),
  },
  { title: 'name', scope: {}, unique: [['runId', 'applicationId']], sort: ['ksh'], verbs: ['list', 'export'] },
)
