import { choice, date, dict, entity, integer, ref } from '#model'
import { educationLevel, ethnicityCode, genderCode, politicalCode } from '#model/national.ts'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { STUDENT_STATUS } from './status.ts'

/** Cause of a new span. */
export const SPAN_CAUSES = { enrolled: '登记学籍', statusChanged: '学籍状态变动', classChanged: '编班或调班', infoChanged: '信息变更' } as const

/** Class and status of a student over time, half-open `[from, to)`; no `to` means current. All attributes used by statistics are copied into the span, so that figures of past
 *  days never change with the record. Written by the server only; read through the timeline and statistics. */
export const classHistory = entity(
  'student.classHistory',
  '学籍经历',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    from: date('开始日期', { required: true, sortable: true }),
    to: date('结束日期'),
    status: choice('学籍状态', STUDENT_STATUS, { required: true }),
    classId: ref('stuClass', '班级'),
    gradeMajorId: ref('gradeMajor', '年级专业', { required: true }),
    majorId: ref('major', '专业', { required: true }),
    departmentId: ref('department', '院系', { required: true }),
    campusId: ref('campus', '校区', { required: true }),
    grade: integer('年级', { required: true }),
    level: dict('培养层次', educationLevel, { required: true }),
    genderCode: dict('性别', genderCode, { required: true }),
    ethnicityCode: dict('民族', ethnicityCode),
    politicalCode: dict('政治面貌', politicalCode),
    sourceCanton: cantonCode('生源地'),
    birthDate: date('出生日期', { required: true }),
    cause: choice('原因', SPAN_CAUSES, { required: true }),
  },
  { title: 'status', scope: { student: 'studentId', class: 'classId', department: 'departmentId', campus: 'campusId' }, verbs: [], sort: ['from'] },
)
/** Attributes copied into a span; a change of one starts a new span. */
export const SPAN_FIELDS = [
  'status',
  'classId',
  'gradeMajorId',
  'majorId',
  'departmentId',
  'campusId',
  'grade',
  'level',
  'genderCode',
  'ethnicityCode',
  'politicalCode',
  'sourceCanton',
  'birthDate',
] as const
