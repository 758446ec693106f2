import { choice, datetime, entity, integer, ref, text } from '#model'
import { examApplication } from '../../entry/model/application.ts'

const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
export const ATTENDANCE = { present: '到考', absent: '缺考', violation: '违纪' } as const
/** 考试座位: where an applicant sits in a session, the same in all sessions of an examination, and whether they came. */
export const examSeat = entity(
  'exam.examSeat',
  '考试座位',
  {
    batchId: ref('examBatch', '考试批次', fixed),
    sessionId: ref('examSession', '场次', fixed),
    roomId: ref('examRoom', '考场', fixed),
    seatNo: integer('座位号', { ...fixed, min: 1, sortable: true }),
    applicationId: ref('examApplication', '考生', fixed),
    attendance: choice('考勤', ATTENDANCE, readonly),
    markedAt: datetime('考勤时间', readonly),
    markedBy: ref('user', '登记人', readonly),
    note: text('更正原因', { ...readonly, max: 200 }),
  },
  {
    title: 'seatNo',
    scope: {},
    unique: [
      ['sessionId', 'roomId', 'seatNo'],
      ['sessionId', 'applicationId'],
    ],
    filters: { 'applicationId.ksh': examApplication.fields.ksh },
    sort: ['roomId', 'seatNo'],
    verbs: ['list', 'export'],
    refusals: {
      notYet: '{date} 才考，现在还不能登记考勤',
      over: '{date} 的考试已经过去，请招生办更正考勤',
      late: '开考已超过 {minutes} 分钟，不能扫码入场；确已入场的在名单里改',
      unknownNo: '没有准考证号为“{zkzh}”的考生',
      otherSession: '这位考生不考这一科',
      otherRoom: '这位考生在 {room} 考场 {seat} 号',
      left: '这位考生已取消报名',
      noTickets: '准考证还没有生成，不能登记考勤',
    },
  },
)
