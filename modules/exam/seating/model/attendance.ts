import { action, bool, choice, date, dict, integer, list, pickFields, ref, shape, text, time } from '#model'
import { examApplicant } from '../../entry/model/applicant.ts'
import { examSubject } from '../../entry/model/dictionaries.ts'
import { ATTENDANCE, examSeat } from './seat.ts'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const sessionId = ref('examSession', '场次', need)
const roomId = ref('examRoom', '考场', need)
const id = ref('examSeat', '考试座位', need)
const attendance = choice('考勤', ATTENDANCE, need)
/** What invigilators do in their own rooms, one permission for all of it. */
const INVIGILATE = 'exam:examSeat:invigilate'
const refusals = { ...examSeat.options.refusals }
const own = { permission: INVIGILATE, refusals } as const
const room = {
  ...{ batch: text('考试批次', { ...need, max: 100 }), subject: dict('科目', examSubject, need) },
  ...{ date: date('日期', need), from: time('开始', need), to: time('结束', need), roomNo: text('考场号', need), venue: text('场地', need) },
  ...{ seated: count('考生'), present: count('到考'), absent: count('缺考'), violation: count('违纪') },
} as const
/** Rooms in which the caller invigilates, by session. */
export const myExamRooms = action('exam.examSeat.myRooms', '我的监考', {
  ...own,
  permission: INVIGILATE,
  method: 'GET',
  many: true,
  output: { sessionId, roomId, ...room },
})
const seat = { id, seatNo: count('座位号'), ...pickFields(examApplicant.fields, ['zkzh', 'name', 'photoId']), attendance: choice('考勤', ATTENDANCE) } as const
export const examRoomSheet = action('exam.examSeat.roomSheet', '考场名单', {
  ...own,
  method: 'GET',
  input: { sessionId, roomId },
  output: { ...room, lateMinutes: count('迟到分钟'), seats: list('座位', shape('座位', seat), need) },
})
/** 30-ER5: whoever comes in, found by the code of the ticket or its number. */
export const scanTicket = action('exam.examSeat.scan', '扫码入场', {
  ...own,
  input: { sessionId, roomId, zkzh: text('准考证号', { ...need, max: 20, format: 'digits' }) },
  output: { ...seat, isAgain: bool('已经入场', need) },
})
export const markSeat = action('exam.examSeat.mark', '记考勤', { ...own, input: { id, attendance }, output: 'none' })
/** After the day, by the office. */
export const correctSeat = action('exam.examSeat.correct', '更正考勤', {
  inScope: true,
  refusals,
  input: { id, attendance, note: text('原因', { ...need, max: 200 }) },
  output: 'none',
})
export const attendanceActions = [myExamRooms, examRoomSheet, scanTicket, markSeat, correctSeat]
export { INVIGILATE }
