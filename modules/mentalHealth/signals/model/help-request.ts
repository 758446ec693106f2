import { action, bool, choice, datetime, entity, paged, pageInput, ref, revealed, states, text } from '#model'
import { student } from '#modules/student/model/student.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const sealed = { readonly: true, sensitivity: 'S2', encrypted: true } as const
export const ABOUT = { self: '我自己', peer: '我担心的同学' } as const
export const helpStates = states(
  {
    waiting: { label: '待回应', tone: 'attention' },
    taken: { label: '有人在处理', tone: 'going' },
    answered: { label: '已回应', tone: 'done' },
  },
  { take: ['waiting'], answer: ['waiting', 'taken'] },
)
/** 求助: of oneself or about somebody else. An anonymous one has neither student nor author, and its moment only by the hour: the table sees to it. */
export const helpRequest = entity(
  'mentalHealth.helpRequest',
  '求助',
  {
    isAnonymous: bool('匿名', { ...fixed, initial: false }),
    about: choice('为谁求助', ABOUT, fixed),
    studentId: ref('student', '求助人', readonly),
    person: text('是哪位同学', { ...sealed, max: 100 }),
    text: text('想说的话', { ...sealed, required: true, max: 1000, multiline: true }),
    contact: text('怎么联系你', { ...sealed, max: 100 }),
    isTold: bool('已通知值班', { ...fixed, initial: false, secret: 'internal' }),
    takenById: ref('user', '处理人', readonly),
    answer: text('回复', { ...sealed, max: 1000, multiline: true }),
    answeredAt: datetime('回复时间', readonly),
    /** Whom it turned out to be about. */
    aboutStudentId: ref('student', '说的是哪名学生', readonly),
    state: helpStates.field('状态', { initial: 'waiting' }),
  },
  {
    isUncounted: true,
    title: 'about',
    scope: {},
    verbs: [],
    refusals: {
      notCentre: '只有心理中心的老师可以查看和处理',
      person: '请写上是哪位同学，至少写班级或宿舍',
      taken: '{name}已经在处理',
      none: '没有这名学生，或不在你的范围内',
    },
  },
)
const { fields } = helpRequest
const { refusals = {} } = helpRequest.options
const ASK = 'mentalHealth:helpRequest:ask'
/** No key of the call is kept: beside the caller, the hash of what was sent would tell whose an anonymous request is. */
export const askHelp = action('mentalHealth.helpRequest.ask', '求助', {
  permission: ASK,
  isUnrecorded: true,
  limit: { perMinute: 30, group: 'helpRequest' },
  input: {
    about: choice('为谁求助', ABOUT, { ...need, initial: 'self' }),
    person: text('是哪位同学', { max: 100, help: '为同学求助时填：姓名，或者班级、宿舍' }),
    text: text('想说的话', { ...need, min: 2, max: 1000, multiline: true, help: '发生了什么，现在在哪里。只有心理中心看得到' }),
    contact: text('怎么联系你', { max: 100, help: '电话、微信或邮箱。匿名又不留联系方式的，我们没有办法回复你' }),
    isAnonymous: bool('匿名', { ...need, initial: false, help: '不记录是谁写的，谁也查不到' }),
  },
  output: 'none',
  refusals,
})
const at = datetime('时间', need)
const id = text('编号', { ...need, max: 36 })
export const myHelp = action('mentalHealth.helpRequest.mine', '我的求助', {
  method: 'GET',
  permission: ASK,
  many: true,
  output: { id, at, about: fields.about, state: helpStates.field('状态', need), answer: revealed(fields.answer, 'whoever asked, by name') },
})
const DESK = 'mentalHealth:helpRequest:desk'
const head = {
  ...{ id, at, isAnonymous: fields.isAnonymous, about: fields.about, state: helpStates.field('状态', need) },
  ...{ name: text('姓名', { max: 60 }), className: text('班级', { max: 120 }), by: text('处理人', { max: 60 }) },
} as const
export const HELP_VIEWS = { open: '待回应', all: '全部' } as const
export const helpDesk = action('mentalHealth.helpRequest.desk', '求助处理', {
  method: 'GET',
  permission: DESK,
  input: { ...pageInput, view: choice('范围', HELP_VIEWS) },
  output: paged('求助', head),
  refusals,
})
const CENTRE = 'psychologists; each reading is audited'
const one = { id: ref('helpRequest', '求助', need) } as const
export const openHelp = action('mentalHealth.helpRequest.open', '查看', {
  permission: DESK,
  input: one,
  output: {
    ...head,
    person: revealed(fields.person, CENTRE),
    text: revealed(fields.text, CENTRE),
    contact: revealed(fields.contact, CENTRE),
    answer: revealed(fields.answer, CENTRE),
    phone: revealed(student.fields.phone, CENTRE),
  },
  refusals,
})
export const takeHelp = action('mentalHealth.helpRequest.take', '我来处理', { permission: DESK, input: one, output: 'none', refusals })
export const answerHelp = action('mentalHealth.helpRequest.answer', '回复求助', {
  permission: DESK,
  input: {
    ...one,
    answer: text('回复', { ...need, min: 2, max: 1000, multiline: true, help: '实名求助的同学在“心理求助”里看得到；匿名的只留作记录' }),
    aboutStudentId: ref('student', '说的是哪名学生', { help: '为同学求助、已经核实是谁时填，会记一条关注信号' }),
  },
  output: 'none',
  refusals,
})
export const helpActions = [askHelp, myHelp, helpDesk, openHelp, takeHelp, answerHelp]
