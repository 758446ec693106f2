import { choice, entity, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const CALL_RESULTS = { coming: '在路上', late: '晚到', declined: '不来', noAnswer: '没有接听' } as const
const fixed = { required: true, readonly: true } as const
/** 电话记录: calls to those who have not arrived. */
export const welcomeCall = entity(
  'welcome.welcomeCall',
  '电话记录',
  {
    batchId: ref('welcomeBatch', '批次', fixed),
    studentId: ref('student', '新生', { ...fixed, search: true }),
    result: choice('结果', CALL_RESULTS, fixed),
    note: text('说明', { readonly: true, max: 200, multiline: true }),
    by: ref('user', '联系人', fixed),
  },
  { title: 'studentId', scope: BY_STUDENT, sort: ['-createdAt'], verbs: ['list', 'export'] },
)
