import { action, bool, choice, datetime, dict, list, ref, revealed, shape, text } from '#model'
import { appointmentStates, counsellingTopic, mhAppointment, URGENCIES } from './appointment.ts'

const need = { required: true } as const
const { fields } = mhAppointment
const { refusals = {} } = mhAppointment.options
const OWN = 'mentalHealth:mhAppointment:book'
const DESK = 'mentalHealth:mhAppointment:desk'
const one = { id: ref('mhAppointment', '咨询预约', need) } as const
/** Where and when, for whoever books or has booked. */
const hour = {
  start: datetime('开始', need),
  end: datetime('结束', need),
  psychologist: text('咨询师', { ...need, max: 60 }),
  room: text('咨询室', { max: 60 }),
  isOnline: bool('线上', need),
} as const
/** What a student can book now, and what they have booked. */
export const ownAppointments = action('mentalHealth.mhAppointment.mine', '我的预约', {
  method: 'GET',
  permission: OWN,
  output: {
    own: list('我的预约', shape('预约', { id: text('编号', { ...need, max: 36 }), ...hour, state: fields.state, canCancel: bool('可以取消', need) }), need),
    free: list('空闲时间', shape('时段', { slotId: text('编号', { ...need, max: 36 }), ...hour }), need),
    stoppedUntil: datetime('暂停到'),
  },
})
export const bookSlot = action('mentalHealth.mhAppointment.book', '预约', {
  input: {
    slotId: ref('mhSlot', '咨询时段', need),
    topic: dict('话题', counsellingTopic, need),
    urgency: choice('缓急', URGENCIES, { ...need, initial: 'routine' }),
    intake: text('想说的', { max: 1000, multiline: true, help: '可以不写。只有为你咨询的老师看得到' }),
  },
  output: 'none',
  refusals,
})
export const cancelAppointment = action('mentalHealth.mhAppointment.cancel', '取消预约', { permission: OWN, input: one, output: 'none', refusals })

/** Appointments of the caller's own hours, without what they are about. */
export const deskAppointments = action('mentalHealth.mhAppointment.desk', '预约管理', {
  method: 'GET',
  input: { isPast: bool('已结束') },
  output: {
    rows: list(
      '预约',
      shape('预约', {
        ...{ id: text('编号', { ...need, max: 36 }), start: hour.start, end: hour.end, room: hour.room, isOnline: hour.isOnline },
        ...{ name: text('姓名', { ...need, max: 60 }), studentNo: text('学号', { max: 20, format: 'code' }), className: text('班级', { max: 120 }) },
        ...{ urgency: fields.urgency, state: appointmentStates.field('状态') },
      }),
      need,
    ),
  },
})
const THEIRS = 'the psychologist of the hour; each reading is audited'
/** What one appointment is about: audited before it is answered (50-MH6). */
export const openAppointment = action('mentalHealth.mhAppointment.open', '查看', {
  permission: DESK,
  input: one,
  output: { topic: revealed(fields.topic, THEIRS), intake: revealed(fields.intake, THEIRS) },
})
const byDesk = { permission: DESK, input: one, output: 'none', refusals } as const
export const checkIn = action('mentalHealth.mhAppointment.checkIn', '签到', byDesk)
export const finishAppointment = action('mentalHealth.mhAppointment.finish', '完成', byDesk)
export const missAppointment = action('mentalHealth.mhAppointment.miss', '未到', byDesk)
export const callOff = action('mentalHealth.mhAppointment.callOff', '取消', byDesk)
export const counsellingActions = [...[ownAppointments, bookSlot, cancelAppointment, deskAppointments, openAppointment], ...[checkIn, finishAppointment, missAppointment, callOff]]
