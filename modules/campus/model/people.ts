import { bool, choice, date, dict, entity, files, integer, ref, text } from '#model'
import { ethnicityCode, genderCode, idType, politicalCode } from '#model/national.ts'
import { staffCategory, teacherTitle } from './dictionaries.ts'

/** One row per natural person, unique by identity type and number. Students, teachers, applicants and alumni reference it. */
export const person = entity(
  'campus.person',
  '自然人',
  {
    idType: dict('证件类型', idType, { required: true, initial: '1' }),
    idNo: text('证件号', { required: true, max: 20, sensitivity: 'S1', mask: 'idNo', encrypted: true }),
    name: text('姓名', { required: true, max: 60, search: true, sortable: true }),
    birthDate: date('出生日期'),
  },
  {
    title: 'name',
    scope: {},
    unique: [['idType', 'idNo']],
    verbs: ['list', 'update'],
    select: 'scoped',
    sort: ['name'],
    refusals: { idNoFault: '证件号不是有效的身份证号：{idNo}' },
  },
)

export const TEACHER_STATUS = { active: '在职', onLeave: '离岗', retired: '退休', left: '离职' } as const

export const teacher = entity(
  'campus.teacher',
  '教职工',
  {
    staffNo: text('工号', { required: true, immutable: true, max: 20, format: 'code', search: true, sortable: true }),
    /** Looked up or created by identity type and number. */
    personId: ref('person', '自然人', { required: true, readonly: true }),
    name: text('姓名', { required: true, max: 60, search: true, sortable: true }),
    genderCode: dict('性别', genderCode, { required: true }),
    idType: dict('证件类型', idType, { required: true, initial: '1' }),
    idNo: text('证件号', { required: true, max: 20, sensitivity: 'S1', mask: 'idNo', encrypted: true }),
    birthDate: date('出生日期'),
    ethnicityCode: dict('民族', ethnicityCode),
    politicalCode: dict('政治面貌', politicalCode),
    departmentId: ref('department', '部门', { required: true }),
    campusId: ref('campus', '校区'),
    staffCategory: dict('类别', staffCategory, { required: true }),
    title: dict('职称', teacherTitle),
    duty: text('职务', { max: 60 }),
    phone: text('电话', { required: true, max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
    email: text('邮箱', { max: 100, format: 'email', sensitivity: 'S1', mask: 'email' }),
    officeVenueId: ref('venue', '办公地点'),
    hireDate: date('入职日期'),
    photoId: files('照片', { maxFiles: 1, types: ['jpg', 'jpeg', 'png'] }),
    status: choice('状态', TEACHER_STATUS, { required: true, initial: 'active' }),
    /** Classes and students of this person today, and the excess over the ratio (1:200). */
    classCount: integer('带班数', { computed: true }),
    studentCount: integer('带生数', { computed: true }),
    overRatio: integer('超师生比人数', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'departmentId', teacher: 'id' },
    unique: [['staffNo'], ['idType', 'idNo']],
    importKey: ['staffNo'],
    cached: true,
    select: 'scoped',
    selectFields: ['staffNo', 'name', 'departmentId'],
    sort: ['staffNo'],
    refusals: {
      codeTaken: '{label}“{value}”已被“{holder}”使用',
      idNoFault: '证件号不是有效的身份证号：{idNo}',
      birthDateDiffers: '出生日期 {birthDate} 与证件号中的 {expected} 不一致',
      genderDiffers: '性别与证件号不一致',
      holdsClasses: '{name}还在带 {count} 个班（{classes}），请先交接',
    },
  },
)

export const CLASS_ROLES = { fdy: '辅导员', bzr: '班主任' } as const

/** Counsellors and head teachers of classes over time: `[startDate, endDate)`; without an end date still in office. */
export const classStaff = entity(
  'campus.classStaff',
  '带班关系',
  {
    classId: ref('stuClass', '班级', { required: true, immutable: true }),
    teacherId: ref('teacher', '教职工', { required: true, immutable: true }),
    role: choice('角色', CLASS_ROLES, { required: true, immutable: true }),
    startDate: date('开始日期', { required: true, sortable: true }),
    endDate: date('结束日期', { sortable: true, help: '当天不再带班；空着表示仍在带班' }),
    isPrimary: bool('主要', { required: true, initial: true, help: '一个班同一天只有一名主要辅导员' }),
    docNo: text('任命文号', { max: 60 }),
    reason: text('原因', { max: 200 }),
  },
  {
    title: 'role',
    scope: { class: 'classId', department: 'classId.departmentId', teacher: 'teacherId' },
    importKey: ['classId', 'role', 'startDate'],
    verbs: ['list', 'add', 'update', 'export', 'import'],
    cached: true,
    sort: ['-startDate'],
    refusals: {
      spanReversed: '结束日期 {endDate} 早于开始日期 {startDate}',
      primaryTaken: '“{className}”从 {startDate} 起已有{label}{holder}，请用交接',
      samePerson: '{holder}从 {startDate} 起已是“{className}”的{label}',
      correctionReason: '更正带班关系要写明原因',
      teacherLeft: '{teacher}的状态是“{label}”，不能带班',
      classEnded: '“{className}”已结束，不能再安排带班',
      department: '“{className}”不在您的管理范围内',
    },
  },
)
