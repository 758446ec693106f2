import { bool, date, decimal, dict, entity, integer, ref, states, text } from '#model'
import { degreeCode, educationLevel } from '#model/national.ts'
import { deptType } from './dictionaries.ts'

const isEnabled = bool('启用', { required: true, initial: true })

export const department = entity(
  'campus.department',
  '部门',
  {
    code: text('部门号', { required: true, max: 10, format: 'code', search: true, sortable: true }),
    name: text('部门名称', { required: true, max: 60, search: true, sortable: true }),
    shortName: text('简称', { max: 20, search: true }),
    parentId: ref('department', '上级部门'),
    deptType: dict('部门类型', deptType, { required: true }),
    campusId: ref('campus', '校区'),
    leaderId: ref('teacher', '负责人'),
    studentAffairsLeadId: ref('teacher', '学生工作负责人'),
    phone: text('电话', { max: 20, format: 'phone', clear: 'of an office' }),
    sort: integer('排序', { initial: 0, sortable: true }),
    isEnabled,
  },
  {
    title: 'name',
    scope: { everyone: 'organisation names' },
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    select: 'open',
    selectFields: ['code', 'name', 'deptType', 'parentId'],
    tree: 'parentId',
    sort: ['sort', 'code'],
    refusals: { codeTaken: '{label}“{value}”已被“{holder}”使用', cycle: '“{parent}”是“{name}”的下级，不能作为它的上级', tooDeep: '部门最多 {max} 级，这样会有 {depth} 级' },
  },
)

export const major = entity(
  'campus.major',
  '专业',
  {
    code: text('专业号', { required: true, max: 10, format: 'code', search: true, sortable: true }),
    name: text('专业名称', { required: true, max: 60, search: true, sortable: true }),
    shortName: text('简称', { max: 20, help: '批量生成班级时用在班名里，如“软件”' }),
    nationalCode: text('国标专业代码', { max: 8, help: '教育部专业目录代码，数字后可带 T、K' }),
    departmentId: ref('department', '所属院系', { required: true }),
    level: dict('培养层次', educationLevel, { required: true }),
    duration: decimal('学制（年）', { required: true, precision: 2, scale: 1, min: 0.5, max: 9.5 }),
    maxYears: decimal('最长学习年限', { precision: 3, scale: 1, min: 0.5, max: 20, help: '不填时为学制加 2 年' }),
    degreeCode: dict('授予学位', degreeCode),
    parentMajorId: ref('major', '所属大类'),
    isEnabled,
  },
  {
    title: 'name',
    scope: { everyone: 'organisation names' },
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    select: 'open',
    selectFields: ['code', 'name', 'departmentId', 'level', 'duration'],
    sort: ['code'],
    refusals: {
      codeTaken: '{label}“{value}”已被“{holder}”使用',
      nationalCodeForm: '国标专业代码应为数字，后面可带 T 或 K，现在是“{nationalCode}”',
      yearsTooFew: '最长学习年限 {maxYears} 年少于学制 {duration} 年',
      cycle: '“{parent}”属于“{name}”，不能作为它的大类',
      notCollege: '“{department}”不是院系，不能设专业',
    },
  },
)

export const gradeMajor = entity(
  'campus.gradeMajor',
  '年级专业',
  {
    /** Maintained by the server: entry year and major, used as the label. */
    name: text('年级专业', { required: true, max: 80, readonly: true, search: true }),
    grade: integer('年级', { required: true, immutable: true, min: 1950, max: 2100, sortable: true }),
    majorId: ref('major', '专业', { required: true, immutable: true }),
    departmentId: ref('department', '院系', { required: true }),
    duration: decimal('学制（年）', { required: true, precision: 2, scale: 1, min: 0.5, max: 9.5 }),
    level: dict('培养层次', educationLevel, { required: true }),
    campusId: ref('campus', '校区', { required: true }),
    planned: integer('计划人数', { min: 0, max: 100000 }),
    programmeCode: text('培养方案号', { max: 30 }),
  },
  {
    title: 'name',
    scope: { everyone: 'organisation names' },
    unique: [['grade', 'majorId']],
    importKey: ['grade', 'majorId'],
    cached: true,
    select: 'open',
    selectFields: ['grade', 'majorId', 'departmentId', 'level', 'duration'],
    sort: ['-grade', 'name'],
    refusals: { departmentMoves: '院系随专业划转整批调整，请用“划转年级专业”' },
  },
)

export const classStates = states({ planned: { label: '筹建', tone: 'waiting' }, active: { label: '在读', tone: 'done' }, ended: { label: '已结束', tone: 'over' } })

export const stuClass = entity(
  'campus.stuClass',
  '班级',
  {
    classNo: text('班号', { required: true, max: 12, format: 'code', search: true, sortable: true }),
    name: text('班级名称', { required: true, max: 40, search: true, sortable: true }),
    gradeMajorId: ref('gradeMajor', '年级专业', { required: true }),
    grade: integer('年级', { required: true, readonly: true, sortable: true }),
    majorId: ref('major', '专业', { required: true, readonly: true }),
    departmentId: ref('department', '院系', { required: true, readonly: true }),
    campusId: ref('campus', '校区', { required: true }),
    capacity: integer('容量', { required: true, min: 1, max: 200 }),
    startDate: date('建班日期', { required: true }),
    expectedEnd: date('预计毕业', { required: true }),
    monitorId: ref('student', '班长', { readonly: true }),
    state: classStates.field('状态', { initial: 'active' }),
    fdyName: text('辅导员', { computed: true }),
    bzrName: text('班主任', { computed: true }),
    /** Supplied by the student module, which the campus module does not depend on. */
    studentCount: integer('人数', { computed: true }),
    studyYear: integer('所在学年', { computed: true, help: '由入学年份和校历算出，第几年' }),
  },
  {
    title: 'name',
    scope: { class: 'id', course: 'id', department: 'departmentId', campus: 'campusId' },
    unique: [['classNo'], ['name']],
    importKey: ['classNo'],
    cached: true,
    select: 'scoped',
    selectFields: ['classNo', 'name', 'grade', 'majorId', 'departmentId', 'campusId'],
    sort: ['-grade', 'classNo'],
    refusals: {
      codeTaken: '{label}“{value}”已被“{holder}”使用',
      datesReversed: '预计毕业 {expectedEnd} 不晚于建班日期 {startDate}',
      endedFixed: '“{name}”已结束，不能再修改',
      otherMajor: '班里已有学生，只能改到同一年级同一专业；请用学籍异动调整学生',
      belowCount: '班里有 {count} 名学生，容量不能改成 {capacity}',
    },
  },
)
