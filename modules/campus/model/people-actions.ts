import { action, bool, choice, date, integer, list, ref, shape, text } from '#model'
import { CLASS_ROLES, teacher } from './people.ts'
import { flag, item, picking } from './select-fields.ts'

const teacherFields = {
  ...item,
  userId: text('用户'),
  gh: text('工号'),
  name: text('姓名'),
  departmentId: text('部门'),
  departmentName: text('部门名称'),
  phone: teacher.fields.phone,
} as const
const gh = text('工号', { max: 20 })
export const teacherSelect = action('campus.teacher.getSelect', '教职工选择', {
  method: 'GET',
  access: 'signedIn',
  input: { ...picking, ...flag, campusId: text('校区', { max: 36 }), departmentId: text('部门', { max: 36 }), gh },
  output: teacherFields,
  many: true,
})
export const fdySelect = action('campus.teacher.getFdySelect', '辅导员选择', {
  method: 'GET',
  access: 'signedIn',
  input: { ...flag, gh },
  output: { ...teacherFields, classIds: list('班级', text('班级'), { required: true }) },
  many: true,
})
export const fdyBzrSelect = action('campus.teacher.getFdyBzrSelect', '辅导员和班主任选择', {
  method: 'GET',
  access: 'signedIn',
  input: { ...flag, gh },
  output: { ...teacherFields, classIds: list('班级', text('班级'), { required: true }), role: text('角色', { required: true }) },
  many: true,
})

const handOverInput = {
  fromTeacherId: ref('teacher', '交出人', { required: true }),
  toTeacherId: ref('teacher', '接手人', { required: true }),
  role: choice('角色', CLASS_ROLES, { required: true }),
  /** Without classes: all classes the person holds in that role. */
  classIds: list('班级', ref('stuClass', '班级'), { max: 500 }),
  date: date('交接日期', { required: true }),
  docNo: text('任命文号', { max: 60 }),
  reason: text('原因', { max: 200 }),
} as const
const handOverRefusals = {
  samePerson: '交出人和接手人是同一个人',
  receiverLeft: '{teacher}的状态是“{label}”，不能接班',
  nothingHeld: '{teacher}在 {date} 没有可以交接的班级',
  notHeld: '“{className}”在 {date} 不由{teacher}担任{label}，现在是{holder}',
  beforeStart: '交接日期 {date} 不晚于{teacher}接手“{className}”的 {startDate}',
  alreadyHolds: '{teacher}从 {startDate} 起已是“{className}”的{label}',
  outOfScope: '“{className}”不在您的管理范围内',
} as const
const handedClass = {
  id: text('id', { required: true }),
  name: text('班级', { required: true }),
  studentCount: integer('人数', { required: true }),
  startDate: date('接手日期', { required: true }),
} as const
export const previewHandOver = action('campus.classStaff.previewHandOver', '预览交接', {
  input: handOverInput,
  output: {
    classes: list('班级', shape('班级', handedClass), { required: true }),
    classCount: integer('班级数', { required: true }),
    studentCount: integer('学生数', { required: true }),
    /** Other things handed over, such as open todos or unfinished talks, counted by their modules. */
    items: list('其他事项', shape('事项', { label: text('事项', { required: true }), count: integer('数量', { required: true }) }), { required: true }),
    /** The receiver's students after the hand-over, and the excess over the ratio; a warning only. */
    receiverStudents: integer('接手后带生数', { required: true }),
    receiverOver: integer('超师生比人数', { required: true }),
  },
  permission: 'campus:classStaff:handOver',
  refusals: handOverRefusals,
})
export const handOver = action('campus.classStaff.handOver', '带班交接', {
  input: handOverInput,
  output: { classCount: integer('班级数', { required: true }), studentCount: integer('学生数', { required: true }) },
  refusals: handOverRefusals,
})
export const closeClassStaff = action('campus.classStaff.close', '结束带班', {
  inScope: true,
  output: 'none',
  input: { id: ref('classStaff', '带班关系', { required: true }), endDate: date('结束日期', { required: true }), reason: text('原因', { max: 200 }) },
  permission: 'campus:classStaff:handOver',
  refusals: { beforeStart: '结束日期 {endDate} 早于开始日期 {startDate}', alreadyClosed: '这条带班关系已于 {endDate} 结束' },
})

const held = {
  id: text('id', { required: true }),
  version: integer('版本', { required: true }),
  teacherId: text('教职工', { required: true }),
  name: text('姓名', { required: true }),
  isPrimary: bool('主要', { required: true }),
  startDate: date('开始日期', { required: true }),
  endDate: date('结束日期'),
} as const
/** Class × staff on a given day. */
export const staffAsOf = action('campus.classStaff.asOf', '带班一览', {
  method: 'GET',
  input: {
    on: date('日期'),
    grade: integer('年级'),
    departmentId: text('院系', { max: 36 }),
    keyword: text('关键字', { max: 40 }),
    withoutFdy: bool('没有辅导员'),
    overRatio: bool('超师生比'),
  },
  output: {
    classId: text('班级', { required: true }),
    classNo: text('班号', { required: true }),
    className: text('班级名称', { required: true }),
    grade: integer('年级', { required: true }),
    departmentName: text('院系'),
    state: text('状态', { required: true }),
    studentCount: integer('人数', { required: true }),
    fdy: list('辅导员', shape('辅导员', { ...held, load: integer('带生数', { required: true }), over: integer('超师生比人数', { required: true }) }), { required: true }),
    bzr: list('班主任', shape('班主任', held), { required: true }),
  },
  many: true,
  permission: 'campus:classStaff:list',
})
/** BR7: running classes without a counsellor. */
export const classesWithoutFdy = action('campus.classStaff.withoutFdy', '没有辅导员的班级', {
  method: 'GET',
  output: {
    id: text('id', { required: true }),
    classNo: text('班号', { required: true }),
    name: text('班级名称', { required: true }),
    departmentName: text('院系'),
    studentCount: integer('人数', { required: true }),
  },
  many: true,
  permission: 'campus:classStaff:list',
})

const mergeInput = {
  keepId: ref('person', '保留', { required: true }),
  mergeId: ref('person', '并入', { required: true }),
  reason: text('原因', { required: true, min: 2, max: 200 }),
} as const
const mergeRefusals = { sameRow: '两条是同一个人', bothHave: '两条都有{label}“{number}”，请先核对是不是同一个人' } as const
export const previewMerge = action('campus.person.previewMerge', '预览合并', {
  input: { ...mergeInput, reason: text('原因', { max: 200 }) },
  output: {
    keepName: text('保留', { required: true }),
    mergeName: text('并入', { required: true }),
    rows: list('涉及', shape('涉及', { label: text('资料', { required: true }), count: integer('条数', { required: true }) }), { required: true }),
  },
  permission: 'campus:person:merge',
  refusals: mergeRefusals,
})
export const mergePersons = action('campus.person.merge', '合并自然人', { input: mergeInput, output: { moved: integer('改挂条数', { required: true }) }, refusals: mergeRefusals })

export const peopleActions = [teacherSelect, fdySelect, fdyBzrSelect, previewHandOver, handOver, closeClassStaff, staffAsOf, classesWithoutFdy, previewMerge, mergePersons]
