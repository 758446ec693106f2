import { action, date, datetime, dict, integer, list, pickFields, ref, shape, text, time } from '#model'
import { examApplicant } from '../../entry/model/applicant.ts'
import { examSubject } from '../../entry/model/dictionaries.ts'
import { OWN } from '../../entry/model/own-actions.ts'
import { examSeating } from './seating.ts'

const need = { required: true } as const
const batchId = ref('examBatch', '考试批次', need)
const own = { permission: OWN, realms: ['exam'], refusals: { ...examSeating.options.refusals }, method: 'GET' } as const
const session = shape('场次', {
  subject: dict('科目', examSubject, need),
  ...{ date: date('日期', need), from: time('开始', need), to: time('结束', need) },
  ...{ roomNo: text('考场号', need), seatNo: integer('座位号', need), venue: text('场地', need), place: text('地点', { max: 300 }) },
})
/** 30-ER4: the caller's ticket, once tickets are open and while they are given out. */
export const myTicket = action('exam.examSeat.myTicket', '我的准考证', {
  ...own,
  input: { batchId },
  output: {
    batch: text('考试批次', { ...need, max: 100 }),
    ticketFrom: datetime('准考证开放'),
    ticketTo: datetime('准考证截止'),
    ticket: shape('准考证', {
      ...pickFields(examApplicant.fields, ['ksh', 'zkzh', 'name', 'photoId']),
      sessions: list('场次', session, need),
      notice: examSeating.fields.ticketNotice,
    }),
  },
})
export const ticketPdf = action('exam.examSeat.ticketPdf', '下载准考证', { ...own, input: { batchId }, output: 'file' })
export const ticketActions = [myTicket, ticketPdf]
