import { action, bool, choice, date, datetime, entity, list, type Row, ref, revealed, shape, states, text } from '#model'
import { appointmentStates } from './appointment.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const sealed = { readonly: true, sensitivity: 'S2', encrypted: true } as const
export const referralStates = states(
  {
    asked: { label: '待本人知晓', tone: 'waiting' },
    sent: { label: '待中心受理', tone: 'waiting' },
    accepted: { label: '中心已受理', tone: 'going' },
    offered: { label: '已约时间', tone: 'going' },
    done: { label: '已办结', tone: 'done' },
    declined: { label: '未受理', tone: 'over' },
    unwanted: { label: '本人暂不需要', tone: 'over' },
    withdrawn: { label: '已撤回', tone: 'over' },
  },
  {
    agree: ['asked'],
    agreeOnPaper: ['asked'],
    print: ['asked'],
    refuse: ['asked'],
    withdraw: ['asked', 'sent'],
    accept: ['sent'],
    offer: ['accepted', 'offered'],
    decline: ['sent', 'accepted'],
    finish: ['accepted', 'offered'],
  },
)
/** Of these a student has one at most. */
export const OPEN_REFERRAL = ['asked', 'sent', 'accepted', 'offered'] as const
/** What the centre answers when it does not take a student on. In words of layer ML1: what to do, nothing of what the student is like. */
export const DECLINES = { elsewhere: '更适合其他帮助，请联系学院', unclear: '情况不够清楚，请补充后再转介', notNow: '目前排不开，请先照常关心' } as const
/** What it answers in the end; the same layer. */
export const OUTCOMES = { seen: '已经谈过，请照常关心', going: '中心继续跟进，请照常关心', absent: '没有联系上，请留意并照常关心', other: '已建议其他帮助，请照常关心' } as const
export const REPLIES = { ...DECLINES, ...OUTCOMES } as const
/** 转介: a counsellor sends a student to the centre. What comes back to the counsellor is the state and one of a few sentences (50-MH10). */
export const mhReferral = entity(
  'mentalHealth.mhReferral',
  '心理转介',
  {
    studentId: ref('student', '学生', fixed),
    referredById: ref('user', '转介人', fixed),
    isDanger: bool('现实危险', { ...fixed, initial: false }),
    reason: text('看到的情况', { ...sealed, required: true, max: 1000, multiline: true }),
    /** Why the student does not know of it. */
    dangerReason: text('不告知本人的理由', { ...sealed, max: 500, multiline: true }),
    /** When the student said to know of it. */
    agreedAt: datetime('本人确认', { readonly: true }),
    /** The day on the sheet that the student has signed; then who referred is the witness. */
    signedOn: date('纸质同意日期', { readonly: true }),
    takenById: ref('user', '受理人', { readonly: true }),
    appointmentId: ref('mhAppointment', '咨询预约', { readonly: true }),
    reply: choice('回复', REPLIES, { readonly: true }),
    note: text('理由', { ...sealed, max: 500, multiline: true }),
    state: referralStates.field('状态', { initial: 'asked' }),
  },
  {
    isUncounted: true,
    title: 'isDanger',
    scope: {},
    verbs: [],
    refusals: {
      none: '没有这名学生，或不是你所带的学生',
      signed: '签字日期 {day} 还没有到',
      open: '这名学生已经有一项没有办结的转介',
      booked: '学生已经有一项预约，先完成或取消它',
      slot: '这个时段已经过去、停开或被约走，请另选',
    },
  },
)
export type Referral = Row<typeof mhReferral>
const { fields } = mhReferral
const { refusals = {} } = mhReferral.options
const id = text('编号', { ...need, max: 36 })
const one = { id: ref('mhReferral', '心理转介', need) } as const
const who = { name: text('姓名', { ...need, max: 60 }), studentNo: text('学号', { max: 20, format: 'code' }), className: text('班级', { max: 120 }) } as const
const studentId = ref('student', '学生', need)
const reason = text('看到的情况', { ...need, min: 2, max: 1000, multiline: true, help: '写看到的事实，不写诊断。只有心理中心看得到' })
export const referStudent = action('mentalHealth.mhReferral.refer', '转介', { input: { studentId, reason }, output: 'none', refusals })
const REFER = referStudent.permission
/** Without the student's knowledge: only in danger, and why is kept. */
export const referInDanger = action('mentalHealth.mhReferral.referInDanger', '紧急转介', {
  permission: REFER,
  input: { studentId, reason, dangerReason: text('不告知本人的理由', { ...need, min: 2, max: 500, multiline: true, help: '危险是什么，为什么不能先告诉学生。会留下记录' }) },
  output: 'none',
  refusals,
})
/** The sheet that a student signs who has no account, or no phone at hand. It says nothing of what was seen. */
export const printReferral = action('mentalHealth.mhReferral.print', '打印转介单', { permission: REFER, input: one, output: 'file' })
/** 50-MH10: the student has signed; whoever counsels them says so, and keeps the sheet. */
export const agreeOnPaper = action('mentalHealth.mhReferral.agreeOnPaper', '已在纸上同意', {
  permission: REFER,
  input: { ...one, signedOn: date('签字日期', { ...need, help: '转介单上本人签字的日期，纸质单由你留存' }) },
  output: 'none',
  refusals,
})
export const withdrawReferral = action('mentalHealth.mhReferral.withdraw', '撤回', { permission: REFER, input: one, output: 'none', refusals })
/** Referrals of students whom the caller counsels today: states and sentences, no word of anybody. */
export const sentReferrals = action('mentalHealth.mhReferral.sent', '心理转介', {
  method: 'GET',
  permission: REFER,
  many: true,
  output: { id, ...who, isDanger: fields.isDanger, by: text('转介人', { ...need, max: 60 }), at: datetime('时间', need), state: fields.state, reply: fields.reply },
})

const OWN = 'mentalHealth:mhAppointment:book'
/** The student's own, those in danger left out. */
export const myReferrals = action('mentalHealth.mhReferral.mine', '我的转介', {
  method: 'GET',
  permission: OWN,
  many: true,
  output: { id, by: text('转介人', { ...need, max: 60 }), at: datetime('时间', need), state: fields.state },
})
export const agreeReferral = action('mentalHealth.mhReferral.agree', '愿意去聊聊', { permission: OWN, input: one, output: 'none', refusals })
export const refuseReferral = action('mentalHealth.mhReferral.refuse', '暂时不用', { permission: OWN, input: one, output: 'none', refusals })

/** What waits for the centre, and what the caller has taken on. */
export const deskReferrals = action('mentalHealth.mhReferral.desk', '转介受理', {
  method: 'GET',
  input: { isPast: bool('已结束') },
  output: {
    rows: list(
      '转介',
      shape('转介', {
        ...{ id, ...who, isDanger: fields.isDanger, by: text('转介人', { ...need, max: 60 }), at: datetime('时间', need) },
        ...{ takenBy: text('受理人', { max: 60 }), start: datetime('约在'), appointment: appointmentStates.field('预约', { required: false }) },
        ...{ state: fields.state, reply: fields.reply },
      }),
      need,
    ),
    free: list(
      '空闲时间',
      shape('时段', { slotId: id, start: datetime('开始', need), end: datetime('结束', need), room: text('咨询室', { max: 60 }), isOnline: bool('线上', need) }),
      need,
    ),
  },
})
const DESK = deskReferrals.permission
const THEIRS = 'psychologists as long as nobody has taken it on, then whoever has, and the head of the centre; each reading is audited'
export const openReferral = action('mentalHealth.mhReferral.open', '查看', {
  permission: DESK,
  input: one,
  output: {
    reason: revealed(fields.reason, THEIRS),
    dangerReason: revealed(fields.dangerReason, THEIRS),
    agreedAt: fields.agreedAt,
    signedOn: fields.signedOn,
    note: revealed(fields.note, THEIRS),
  },
})
export const acceptReferral = action('mentalHealth.mhReferral.accept', '受理', { permission: DESK, input: one, output: 'none', refusals })
export const offerHour = action('mentalHealth.mhReferral.offer', '约时间', {
  permission: DESK,
  input: { ...one, slotId: ref('mhSlot', '咨询时段', need) },
  output: 'none',
  refusals,
})
const inner = { max: 500, multiline: true, help: '只有心理中心看得到' } as const
export const declineReferral = action('mentalHealth.mhReferral.decline', '不受理', {
  permission: DESK,
  input: { ...one, reply: choice('回复辅导员', DECLINES, need), note: text('理由', { ...need, min: 2, ...inner }) },
  output: 'none',
  refusals,
})
export const finishReferral = action('mentalHealth.mhReferral.finish', '办结', {
  permission: DESK,
  input: { ...one, reply: choice('回复辅导员', OUTCOMES, need), note: text('备注', inner) },
  output: 'none',
  refusals,
})
export const referralActions = [
  ...[referStudent, referInDanger, printReferral, agreeOnPaper, withdrawReferral, sentReferrals, myReferrals, agreeReferral, refuseReferral],
  ...[deskReferrals, openReferral, acceptReferral, offerHour, declineReferral, finishReferral],
]
