import { choice, date, entity, ref, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const TALK_WAYS = { face: '当面', phone: '电话', family: '联系家长', message: '消息' } as const
export const talkRefusals = { future: '谈话日期 {day} 还没有到' }
/** 欠费谈话: what was said with a student about arrears. Only added to. */
export const feeTalk = entity(
  'fee.feeTalk',
  '欠费谈话',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    talkedOn: date('日期', { required: true, sortable: true }),
    way: choice('方式', TALK_WAYS, { required: true }),
    note: text('内容', { required: true, max: 500, multiline: true }),
    /** Until when the student has promised to pay or to apply for aid. */
    promisedOn: date('承诺日期'),
  },
  {
    title: 'note',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-talkedOn'],
    verbs: ['list', 'export'],
    refusals: talkRefusals,
  },
)
