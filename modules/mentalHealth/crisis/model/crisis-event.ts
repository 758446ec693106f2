import { action, bool, choice, date, datetime, entity, list, paged, pageInput, type Row, ref, revealed, shape, states, text } from '#model'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const sealed = (max: number) => ({ ...readonly, max, multiline: true, sensitivity: 'S2', encrypted: true }) as const
export const crisisStates = states(
  { open: { label: '处置中', tone: 'refused' }, closed: { label: '已办结', tone: 'done' } },
  { step: ['open'], guardian: ['open'], handOver: ['open'], accept: ['open'], close: ['open'] },
)
/** 危机事件: what happened and who does what. One person leads it at any moment; the lead passes on once the next has accepted it. */
export const crisisEvent = entity(
  'mentalHealth.crisisEvent',
  '危机事件',
  {
    studentId: ref('student', '学生', fixed),
    caseId: ref('attentionCase', '个案', fixed),
    at: datetime('发生时间', fixed),
    place: text('地点', sealed(100)),
    facts: text('经过', sealed(2000)),
    reportedById: ref('user', '报告人', fixed),
    leadId: ref('user', '现场负责人', fixed),
    /** Who has been asked to lead and has not accepted; the time runs. */
    nextLeadId: ref('user', '待接手', readonly),
    acceptBy: datetime('接手时限', readonly),
    guardianAt: datetime('联系家长时间', readonly),
    outcome: text('结果', sealed(1000)),
    review: text('复盘', sealed(2000)),
    closedOn: date('办结日期', readonly),
    state: crisisStates.field('状态', { initial: 'open' }),
  },
  {
    isUncounted: true,
    title: 'at',
    scope: {},
    sort: ['-at'],
    verbs: [],
    refusals: {
      none: '没有这名学生，或不在你的范围内',
      future: '{at} 还没有到',
      before: '{at} 早于发生时间 {since}',
      notLead: '现在由{name}负责，只有负责人可以移交',
      self: '你已经是负责人，请选另一个人',
      waiting: '已经请{name}接手，等对方确认',
      notAsked: '没有请你接手，或已经超过时限收回',
      noStep: '还没有登记处置经过，不能办结',
      guardian: '还没有登记联系家长；有更大危险的，先在个案里说明暂不告知家长的理由',
      notStaff: '{name}不是心理中心、学院或这名学生的辅导员',
    },
  },
)
export type CrisisEvent = Row<typeof crisisEvent>
export const STEP_KINDS = { step: '处置', guardian: '联系家长', handOver: '请人接手', accept: '已接手', lapsed: '无人确认，收回', report: '再次报告', close: '办结' } as const
export type StepKind = keyof typeof STEP_KINDS
/** 处置经过: what somebody did, with its time. Written once. */
export const crisisStep = entity(
  'mentalHealth.crisisStep',
  '处置经过',
  {
    eventId: ref('crisisEvent', '危机事件', { ...fixed, isPart: true }),
    at: datetime('时间', fixed),
    byId: ref('user', '登记人', fixed),
    kind: choice('类别', STEP_KINDS, fixed),
    person: text('谁', sealed(60)),
    words: text('做了什么', sealed(1000)),
  },
  { isUncounted: true, title: 'at', scope: {}, sort: ['at'], verbs: [] },
)
const { fields, options } = crisisEvent
const { refusals = {} } = options
const id = text('编号', { ...need, max: 36 })
const one = { id: ref('crisisEvent', '危机事件', need) } as const
const at = datetime('时间', need)
const words = (label: string, max: number, help: string) => text(label, { ...need, min: 2, max, multiline: true, help })
/** Somebody on the spot reports; the case of the student becomes one of level 1, which calls people. */
export const reportCrisis = action('mentalHealth.crisisEvent.report', '报告危机事件', {
  input: {
    studentId: ref('student', '学生', need),
    at: datetime('发生时间', need),
    place: text('地点', { ...need, min: 2, max: 100 }),
    facts: words('经过', 2000, '写看到的事实，不写诊断。不要让学生独处；有生命危险先打 120、110'),
  },
  output: 'none',
  refusals,
})
const USE = reportCrisis.permission
const head = {
  id,
  ...{ name: text('姓名', { ...need, max: 60 }), studentNo: text('学号', { max: 20, format: 'code' }), className: text('班级', { max: 120 }) },
  ...{ at: fields.at, lead: text('现场负责人', { max: 60 }), nextLead: text('待接手', { max: 60 }), acceptBy: fields.acceptBy },
  ...{ guardianAt: fields.guardianAt, state: crisisStates.field('状态', need), isLead: bool('由我负责', need), isAsked: bool('请我接手', need) },
} as const
export const CRISIS_VIEWS = { open: '处置中', closed: '已办结' } as const
export const crisisRegister = action('mentalHealth.crisisEvent.register', '危机事件', {
  method: 'GET',
  permission: USE,
  input: { ...pageInput, view: choice('范围', CRISIS_VIEWS) },
  output: paged('危机事件', head),
})
const BY_PART = 'whoever leads it, the team and the centre; others what they wrote themselves'
/** As far as the reader's part in it goes; reading all of it is audited first, so it is no GET. */
export const openCrisis = action('mentalHealth.crisisEvent.open', '查看', {
  permission: USE,
  input: one,
  output: {
    ...head,
    /** Whether the reader reads all of it, and so may end it. */
    isWhole: bool('看得到全部', need),
    place: revealed(fields.place, BY_PART),
    facts: revealed(fields.facts, BY_PART),
    reportedBy: text('报告人', { max: 60 }),
    guardianDueAt: datetime('告知家长时限'),
    steps: list(
      '处置经过',
      shape('经过', {
        ...{ id, at, by: text('登记人', { max: 60 }), kind: choice('类别', STEP_KINDS, need) },
        ...{ person: revealed(crisisStep.fields.person, BY_PART), words: revealed(crisisStep.fields.words, BY_PART) },
      }),
      need,
    ),
    /** Who may be asked to lead it. */
    people: list('接手人', shape('人', { userId: id, name: text('姓名', { ...need, max: 60 }) }), need),
    outcome: revealed(fields.outcome, BY_PART),
    review: revealed(fields.review, BY_PART),
    closedOn: fields.closedOn,
  },
})
export const noteStep = action('mentalHealth.crisisEvent.step', '登记处置', {
  permission: USE,
  input: { ...one, at, person: text('谁', { max: 60, help: '不是你本人做的时填' }), words: words('做了什么', 1000, '写事实：谁陪同、送到哪里、联系了谁') },
  output: 'none',
  refusals,
})
export const noteGuardian = action('mentalHealth.crisisEvent.guardian', '登记联系家长', {
  permission: USE,
  input: { ...one, at, person: text('哪位家长', { ...need, min: 2, max: 60 }), words: words('怎么说的、怎么约定', 1000, '写告知了什么、家长几时到') },
  output: 'none',
  refusals,
})
export const handOverCrisis = action('mentalHealth.crisisEvent.handOver', '请人接手', {
  permission: USE,
  input: { ...one, toId: ref('user', '接手人', need), words: words('交接内容', 1000, '现在的情况、学生和谁在一起、还要做什么。对方确认以前仍由你负责') },
  output: 'none',
  refusals,
})
export const acceptCrisis = action('mentalHealth.crisisEvent.accept', '我来接手', { permission: USE, input: one, output: 'none', refusals })
export const closeCrisis = action('mentalHealth.crisisEvent.close', '办结危机事件', {
  permission: USE,
  input: { ...one, outcome: words('结果', 1000, '学生现在在哪里、由谁照看'), review: words('复盘', 2000, '哪里做得好，哪里要改') },
  output: 'none',
  refusals,
})
export const crisisActions = [reportCrisis, crisisRegister, openCrisis, noteStep, noteGuardian, handOverCrisis, acceptCrisis, closeCrisis]
