import { action, bool, choice, date, type Field, givenFields, integer, list, ref, text } from '#model'
import { BATCH_FIELDS, OWN_FIELDS } from './fields.ts'
import { SPAN_CAUSES } from './history.ts'
import { STUDENT_STATUS } from './status.ts'
import { student } from './student.ts'

const ids = list('学生', ref('student', '学生'), { required: true, max: 500 })
/** Fields of the student as a partial input: absent means unchanged. */
const pick = <K extends keyof typeof student.fields>(names: readonly K[]): Pick<typeof student.fields, K> =>
  Object.fromEntries(names.map(n => [n, { ...student.fields[n], options: { ...student.fields[n].options, initial: undefined } }])) as unknown as Pick<typeof student.fields, K>
/** The same of fields that a record must have. */
export const optional = <K extends keyof typeof student.fields>(names: readonly K[]): Pick<typeof student.fields, K> =>
  Object.fromEntries(names.map(n => [n, { ...student.fields[n], options: { ...student.fields[n].options, initial: undefined, required: false } }])) as unknown as Pick<
    typeof student.fields,
    K
  >
type Draftable = Omit<
  typeof student.fields,
  'campusId' | 'status' | 'statusUntil' | 'completeness' | 'sourceProvince' | 'personId' | 'hasRecord' | 'isAtSchool' | 'counselledClassId'
>
const draftable = Object.fromEntries(givenFields(student)) as unknown as Draftable

/** Records an admitted but not yet enrolled student; fields may be incomplete. */
export const preEnrol = action('student.student.preEnrol', '登记待报到学生', {
  input: draftable,
  output: { id: text('编号'), version: integer('版本') },
  permission: 'student:student:add',
})

/** Enrols admitted students, all or none. */
export const enrol = action('student.student.enrol', '办理入学', {
  input: { ids },
  output: { done: integer('人数') },
  refusals: { notWaiting: '{name}现在是“{status}”，只有待报到的学生可以办理入学', incomplete: '{name}还缺 {missing}，不能办理入学' },
})

/** Sets one value for many students; locked fields are excluded. */
export const batchUpdate = action('student.student.batchUpdate', '批量修改', {
  input: { ids, ...pick(BATCH_FIELDS) },
  output: { done: integer('人数') },
  refusals: { nothing: '请至少选择一项要修改的内容', outside: '所选 {count} 名学生中有 {missing} 名不在你的数据范围内，没有修改任何人', refused: '{name}：{why}。没有修改任何人' },
})

/** Opens a student from a search and writes an audit entry. */
export const openStudent = action('student.student.open', '打开学生', {
  output: 'none',
  input: { id: ref('student', '学生', { required: true }) },
  permission: 'student:student:list',
})

/** How a field of one's own record changes. */
export const FIELD_MODES = { free: '直接修改', approve: '审批后修改', locked: '凭证明审批' } as const
/** The fields of one's own record that can change, each with how. */
export const myFields = action('student.student.myFields', '可修改的项目', {
  method: 'GET',
  permission: 'student:student:updateMine',
  many: true,
  output: {
    field: text('项目', { required: true, max: 40 }),
    mode: choice('方式', FIELD_MODES, { required: true }),
    link: text('申请页', { max: 200 }),
    isAsked: bool('正在审批', { required: true }),
    needsCode: bool('须验证码', { required: true }),
  },
})
/** The student's own data that need no approval. */
export const updateMine = action('student.student.updateMine', '修改我的信息', {
  input: { ...pick(OWN_FIELDS), code: text('验证码', { max: 6 }), version: integer('版本', { required: true }) },
  output: { id: text('编号'), version: integer('版本') },
  refusals: {
    notStudent: '当前账号不是学生',
    ended: '你的学籍已结束（{status}），如需更正请联系学院',
    approval: '{fields}须经审批才能修改，请提交更正申请',
    codeMissing: '请输入发到新手机号的验证码',
    code: '验证码不正确或已过期',
  },
})

const span = {
  from: date('开始日期'),
  to: date('结束日期'),
  status: choice('学籍状态', STUDENT_STATUS),
  className: text('班级'),
  majorName: text('专业'),
  departmentName: text('院系'),
  grade: integer('年级'),
  cause: choice('原因', SPAN_CAUSES),
} satisfies Record<string, Field>
/** Class and status over time, newest first. */
export const timeline = action('student.student.timeline', '学籍经历', {
  method: 'GET',
  input: { id: ref('student', '学生', { required: true }) },
  output: span,
  many: true,
  permission: 'student:student:list',
})

/** Four key figures for the phone page and the list. Its permission opens the staff's student page. */
export const keyFigures = action('student.student.keyFigures', '关键数字', {
  method: 'GET',
  output: { enrolled: integer('在籍'), atSchool: integer('在校'), away: integer('不在校'), incomplete: integer('信息不全'), preEnrolled: integer('待报到') },
})
