import { action, choice, datetime, list, ref, revealed, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { CONFIDENCES, presenceStates } from './presence-state.ts'

const need = { required: true } as const
/** 紧急点名: who is probably in a building now, the most certain first. Read for a purpose, on record, and worked through on a phone without a network. */
export const emergencyRoll = action('presence.presenceState.roll', '紧急点名', {
  input: { buildingId: ref('building', '楼宇', need), purpose: text('点名原因', { ...need, min: 4, max: 200, help: '例如消防疏散、停电、自然灾害' }) },
  output: {
    buildingId: text('楼宇', { ...need, max: 36 }),
    building: text('楼宇', { ...need, max: 100 }),
    at: datetime('时间', need),
    people: list(
      '名单',
      shape('学生', {
        studentId: text('学生', { ...need, max: 36 }),
        name: text('姓名', { ...need, max: 60 }),
        studentNo: text('学号', { max: 20, format: 'code' }),
        className: text('班级', { max: 100 }),
        phone: revealed(student.fields.phone, 'called in an emergency, where nobody has time to ask for each number'),
        state: choice('状态', presenceStates.labels, need),
        confidence: choice('可信度', CONFIDENCES, need),
        since: datetime('开始时间', need),
      }),
      need,
    ),
  },
  refusals: { none: '{building}里现在没有可能在的学生' },
})
/** A roll on a phone is forgotten after so many hours: it is movement data. */
export const KEPT_HOURS = 12
export const ROLL_MARKS = { safe: '已确认安全', missing: '没有找到' } as const
export type RollMark = keyof typeof ROLL_MARKS
