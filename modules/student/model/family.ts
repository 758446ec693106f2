import { bool, date, dict, entity, money, ref, text } from '#model'
import { relationCode } from '#model/national.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

/** A relative. Guardians 监护人 are relatives with the flag set. */
export const familyMember = entity(
  'student.familyMember',
  '家庭成员',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    relation: dict('关系', relationCode, { required: true }),
    name: text('姓名', { required: true, max: 60, search: true }),
    phone: text('电话', { max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
    employer: text('工作单位', { max: 100 }),
    occupation: text('职业', { max: 60 }),
    isGuardian: bool('监护人', { required: true, initial: false }),
    incomeYearly: money('年收入', { min: 0, max: 100_000_000_000, sensitivity: 'S2' }),
  },
  {
    title: 'name',
    scope: BY_STUDENT,
    importKey: ['studentId', 'relation', 'name'],
    unique: [['studentId', 'relation', 'name']],
    sort: ['createdAt'],
    refusals: { tooMany: '一名学生最多登记 {max} 位家庭成员' },
  },
)

export const studyExperience = entity(
  'student.studyExperience',
  '学习经历',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    from: date('开始日期', { required: true, sortable: true }),
    to: date('结束日期', { required: true }),
    school: text('学校', { required: true, max: 100, search: true }),
    witness: text('证明人', { max: 60 }),
  },
  {
    title: 'school',
    scope: BY_STUDENT,
    importKey: ['studentId', 'from'],
    unique: [['studentId', 'from']],
    sort: ['from'],
    refusals: { spanReversed: '结束日期 {to} 早于开始日期 {from}', overlap: '与“{school}”（{from} 至 {to}）重叠' },
  },
)
