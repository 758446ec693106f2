import { bool, entity, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const need = { required: true } as const
/** 安全报告: what a student says each month. */
export const offCampusReport = entity(
  'offCampus.offCampusReport',
  '校外住宿安全报告',
  {
    stayId: ref('offCampusStay', '校外住宿', { ...need, readonly: true }),
    studentId: ref('student', '学生', { ...need, readonly: true, search: true }),
    stillThere: bool('还住在登记的地址', { ...need, readonly: true }),
    allWell: bool('平安', { ...need, readonly: true }),
    changes: text('变化', { readonly: true, max: 300, multiline: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  { title: 'studentId', scope: BY_STUDENT, sort: ['-createdAt'], verbs: ['list', 'export'], appendOnly: true },
)
