import { action, bool, choice, datetime, entity, integer, list, ref, shape, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'
import { mhScreening } from './screening.ts'

const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const internal = { readonly: true, secret: 'internal' } as const
export const SAID = { answered: '已作答', refused: '不参加' } as const
export const GUARDIAN_STATES = { sent: '等家长答复', agreed: '家长已同意', refused: '家长不同意' } as const
/** Who has responded. What they said never leaves the server: whoever refuses is told from whoever answers by nobody (50-MH1). */
export const mhTurnout = entity(
  'mentalHealth.mhTurnout',
  '普查答复',
  {
    screeningId: ref('mhScreening', '心理普查', fixed),
    studentId: ref('student', '学生', fixed),
    said: choice('答复', SAID, internal),
    consentId: ref('guardianConsent', '监护人同意', internal),
    guardianState: choice('家长答复', GUARDIAN_STATES, internal),
  },
  {
    isUncounted: true,
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['screeningId', 'studentId']],
    verbs: [],
    refusals: {
      noConsent: '同意参加后才能作答；不想参加可以选“不参加”',
      guardian: '你还不满 18 岁，家长同意后才能作答（现在：{state}）',
      adult: '你已满 18 岁，不用征求家长同意',
      answered: '你已经做过“{name}”',
      guardianSaid: '家长已经答复：{state}',
      sheets: '请把每个量表的题都做完',
    },
  },
)
export const turnoutTask = taskActions(mhScreening, mhTurnout, { remindWith: 'mentalHealth:mhScreening:publish' })
export const OWN_STATES = {
  toAnswer: '待作答',
  guardian: '等家长同意',
  answered: '已完成',
  retest: '请重做',
  refused: '不参加',
} as const
/** What students are told of their results: words without scores. */
export const WORDS = {
  well: '从这次的回答看，你最近的状态总体平稳。照顾好睡眠和作息，需要时心理中心随时欢迎你。',
  talk: '最近你可能承受了一些压力。心理老师会和你约个时间聊聊，你也可以自己先预约。这不是诊断，也不会影响评奖、资助和毕业。',
  retest: '这次做得比较快，或者各题选得一样，没有计分。找个安静的时间再做一次就好。',
} as const
const id = ref('mhScreening', '心理普查', need)
const permission = 'mentalHealth:mhTurnout:answer'
const refusals = { ...mhTurnout.options.refusals, ...mhScreening.options.refusals }
const name = text('名称', { ...need, max: 100 })
export const myScreenings = action('mentalHealth.mhTurnout.mine', '我的心理普查', {
  method: 'GET',
  permission,
  many: true,
  output: {
    id: text('编号', { ...need, max: 36 }),
    name,
    endTime: datetime('截止', need),
    isOpen: bool('进行中', need),
    state: choice('状态', OWN_STATES, need),
    words: choice('结果', WORDS),
  },
})
const scale = {
  id: text('编号', { ...need, max: 36 }),
  name: text('量表', { ...need, max: 60 }),
  stem: text('指导语', { ...need, max: 300 }),
  items: list('题目', text('题目', { ...need, max: 200 }), need),
  options: list('选项', text('选项', { ...need, max: 40 }), need),
  low: integer('每题最低分', need),
} as const
const guardian = { id: text('编号', { ...need, max: 36 }), name: text('姓名', { ...need, max: 60 }) } as const
/** The sheet of a screening: what is still to be answered, and whose consent is needed first. */
export const screeningForm = action('mentalHealth.mhTurnout.form', '做普查', {
  method: 'GET',
  permission,
  input: { id },
  output: {
    name,
    consentText: text('知情同意书', { ...need, max: 2000 }),
    isMinor: bool('未满 18 岁', need),
    guardianState: choice('家长答复', GUARDIAN_STATES),
    guardians: list('监护人', shape('监护人', guardian), need),
    scales: list('量表', shape('量表', scale), need),
  },
  refusals,
})
export const answerScreening = action('mentalHealth.mhTurnout.answer', '提交', {
  permission,
  input: {
    id,
    consent: bool('我已阅读并同意', need),
    sheets: list(
      '作答',
      shape(
        '作答',
        {
          scaleId: ref('mhScale', '量表', need),
          answers: list('答案', integer('分', { ...need, min: 0, max: 9 }), { ...need, min: 1, max: 200 }),
          seconds: integer('用时（秒）', { ...need, min: 0, max: 86_400 }),
        },
        need,
      ),
      { ...need, min: 1, max: 5 },
    ),
  },
  output: { words: choice('结果', WORDS, need), needsHelp: bool('需要马上帮助', need) },
  refusals,
})
export const refuseScreening = action('mentalHealth.mhTurnout.refuse', '不参加', { permission, input: { id }, output: 'none', refusals })
export const askGuardian = action('mentalHealth.mhTurnout.askGuardian', '请家长同意', {
  permission,
  input: { id, guardianId: ref('familyMember', '监护人', need) },
  output: 'none',
  refusals,
})
/** Whom to call at once; the national line is the same everywhere. */
export const helpLines = action('mentalHealth.mhTurnout.help', '心理求助电话', {
  method: 'GET',
  permission,
  output: { schoolLine: text('学校 24 小时热线', { max: 40 }), nationalLine: text('全国统一心理援助热线', { ...need, max: 40 }) },
})
export const turnoutActions = [myScreenings, screeningForm, answerScreening, refuseScreening, askGuardian, helpLines]
