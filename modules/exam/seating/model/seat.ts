import { entity, integer, ref } from '#model'
import { examApplication } from '../../entry/model/application.ts'

const fixed = { required: true, readonly: true } as const
/** 考试座位: where an applicant sits in a session; the same in all sessions of an examination. */
export const examSeat = entity(
  'exam.examSeat',
  '考试座位',
  {
    batchId: ref('examBatch', '考试批次', fixed),
    sessionId: ref('examSession', '场次', fixed),
    roomId: ref('examRoom', '考场', fixed),
    seatNo: integer('座位号', { ...fixed, min: 1, sortable: true }),
    applicationId: ref('examApplication', '考生', fixed),
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
  },
)
