import { choice, dict, dictionary, entity, type Row, ref, states, text } from '#model'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
/** In the words of students: no disorder is a topic (50-MH15). */
export const counsellingTopic = dictionary('counsellingTopic', '咨询话题', {
  study: '学业压力',
  adapt: '生活适应',
  relation: '人际关系',
  love: '恋爱情感',
  family: '家庭关系',
  mood: '情绪困扰',
  sleep: '睡眠',
  self: '自我成长',
  career: '前途选择',
  other: '其他',
})
export const URGENCIES = { routine: '一般', urgent: '紧急' } as const
export const appointmentStates = states(
  {
    booked: { label: '已预约', tone: 'waiting' },
    checkedIn: { label: '已到', tone: 'going' },
    done: { label: '已完成', tone: 'done' },
    noShow: { label: '未到', tone: 'attention' },
    cancelled: { label: '已取消', tone: 'over' },
  },
  { checkIn: ['booked'], finish: ['booked', 'checkedIn'], miss: ['booked'], cancel: ['booked'], callOff: ['booked'] },
)
/** Of these a student has one at most, and a slot too (50-MH9). */
export const ACTIVE = ['booked', 'checkedIn'] as const
/** 预约. Its words are encrypted, and no verb lists or exports it: the student and the psychologist of the slot read it by actions. */
export const mhAppointment = entity(
  'mentalHealth.mhAppointment',
  '咨询预约',
  {
    slotId: ref('mhSlot', '咨询时段', fixed),
    studentId: ref('student', '学生', fixed),
    topic: dict('话题', counsellingTopic, { ...need, readonly: true, sensitivity: 'S2', encrypted: true }),
    urgency: choice('缓急', URGENCIES, { ...fixed, initial: 'routine' }),
    intake: text('想说的', { readonly: true, max: 1000, multiline: true, sensitivity: 'S2', encrypted: true }),
    state: appointmentStates.field('状态', { initial: 'booked' }),
  },
  {
    isUncounted: true,
    title: 'urgency',
    scope: {},
    verbs: [],
    refusals: {
      active: '你已经有一项预约，先完成或取消它',
      stopped: '有 {n} 次预约没有来，{until} 以后才能再约；紧急时可以选“紧急”',
      taken: '这个时间刚被约走。还可以约：{next}',
      full: '这个时间刚被约走，现在没有别的空闲时间',
      past: '这个时间已经过去，请另选',
      far: '现在只能约到 {until}',
      late: '开始前不到 {hours} 小时，不能自己取消，请联系咨询师',
      early: '{from} 才开始',
    },
  },
)
export type Appointment = Row<typeof mhAppointment>
