import { action, bool, datetime, dict, entity, type Row, ref, revealed, states, text } from '#model'
import { talkTopic } from '../../log/model/work-log.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
export const talkStates = states(
  {
    asked: { label: '等辅导员回复', tone: 'attention' },
    arranged: { label: '已约定', tone: 'going' },
    done: { label: '谈过了', tone: 'done' },
    withdrawn: { label: '已取消', tone: 'over' },
  },
  { arrange: ['asked', 'arranged'], talked: ['asked', 'arranged'], withdraw: ['asked', 'arranged'] },
)
/** 约谈: a talk that a student asks for, or that the counsellor calls the student to. Its words are for the two of them: no verb lists or exports it. */
export const talkRequest = entity(
  'counsellor.talkRequest',
  '约谈',
  {
    studentId: ref('student', '学生', fixed),
    topic: dict('话题', talkTopic, readonly),
    words: text('想谈什么', { ...readonly, max: 300, multiline: true, sensitivity: 'S2' }),
    state: talkStates.field('状态', { initial: 'asked' }),
    at: datetime('谈话时间', readonly),
    place: text('地点', { ...readonly, max: 60 }),
    reply: text('辅导员的话', { ...readonly, max: 200, multiline: true, sensitivity: 'S2' }),
    byId: ref('user', '约定的人', readonly),
    isCalled: bool('辅导员约的', { ...fixed, initial: false }),
  },
  {
    title: 'state',
    scope: { student: 'studentId' },
    verbs: [],
    refusals: {
      open: '你已经有一次约谈（{state}），谈过或取消后再约',
      noCounsellor: '你的班级现在没有辅导员，请联系学院',
      notYours: '没有这名学生，或不是你带的',
      past: '谈话时间 {at} 已经过去',
    },
  },
)
export type TalkRequest = Row<typeof talkRequest>
const { fields, options } = talkRequest
const { refusals = {} } = options
const ASK = 'counsellor:talkRequest:ask'
const DESK = 'counsellor:talkRequest:desk'
const id = ref('talkRequest', '约谈', need)
const BOTH = 'the student and the counsellor of today, nobody else'
const shown = {
  id: text('编号', { ...need, max: 36 }),
  ...{ topic: fields.topic, words: revealed(fields.words, BOTH), reply: revealed(fields.reply, BOTH) },
  ...{ state: talkStates.field('状态', need), at: fields.at, place: fields.place, isCalled: fields.isCalled, askedAt: datetime('提出时间', need) },
} as const
export const askTalk = action('counsellor.talkRequest.ask', '约辅导员谈谈', {
  permission: ASK,
  input: {
    topic: dict('话题', talkTopic),
    words: text('想谈什么', { max: 300, multiline: true, help: '只有你的辅导员看得到，可以不写。心理方面的可以直接预约心理中心' }),
  },
  output: 'none',
  refusals,
})
export const withdrawTalk = action('counsellor.talkRequest.withdraw', '取消约谈', { permission: ASK, input: { id }, output: 'none', refusals })
/** One's own talks, and who one's counsellor is. */
export const myTalks = action('counsellor.talkRequest.mine', '我的约谈', {
  method: 'GET',
  permission: ASK,
  many: true,
  output: { ...shown, counsellor: text('辅导员', { max: 120 }) },
})
/** Talks with students whom the caller counsels today. */
export const talkDesk = action('counsellor.talkRequest.desk', '学生约谈', {
  method: 'GET',
  permission: DESK,
  many: true,
  output: { ...shown, studentId: text('学生', { ...need, max: 36 }), name: text('姓名', { ...need, max: 60 }), className: text('班级', { max: 60 }) },
})
const when = {
  at: datetime('谈话时间', need),
  place: text('地点', { ...need, max: 60 }),
  reply: text('辅导员的话', { max: 200, multiline: true, help: '学生看得到' }),
} as const
export const arrangeTalk = action('counsellor.talkRequest.arrange', '约时间', { permission: DESK, input: { id, ...when }, output: 'none', refusals })
export const callToTalk = action('counsellor.talkRequest.call', '约学生谈话', {
  permission: DESK,
  input: { studentId: ref('student', '学生', need), topic: dict('话题', talkTopic), ...when },
  output: 'none',
  refusals,
})
export const talked = action('counsellor.talkRequest.talked', '谈过了', { permission: DESK, input: { id }, output: 'none', refusals })
export const talkActions = [askTalk, withdrawTalk, myTalks, talkDesk, arrangeTalk, callToTalk, talked]
