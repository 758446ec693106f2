import { action, bool, date, decimal, integer, json, list, ref, shape, text } from '#model'
import { flag, item, picking, root } from './select-fields.ts'

export interface DepartmentNode {
  id: string
  value: string
  label: string
  parentId: string | null
  code: string | null
  name: string
  deptType: string | null
  children: DepartmentNode[]
}
const departmentFields = { ...item, parentId: text('上级部门'), code: text('部门号'), name: text('部门名称'), deptType: text('部门类型') } as const
export const departmentTree = action('campus.department.getTree', '部门树', {
  method: 'GET',
  access: 'signedIn',
  input: root,
  output: { ...departmentFields, children: json<DepartmentNode[]>('下级', { required: true, untyped: 'a tree, whose nodes are all of this shape' }) },
  many: true,
})
export const departmentSelect = action('campus.department.getSelect', '部门选择', {
  method: 'GET',
  access: 'signedIn',
  input: { ...picking, ...flag, deptType: text('部门类型', { max: 10 }) },
  output: departmentFields,
  many: true,
})
const majorFields = { departmentId: text('院系'), level: text('培养层次'), duration: decimal('学制') } as const
export const majorSelect = action('campus.major.getMajorSelect', '专业选择', {
  method: 'GET',
  access: 'signedIn',
  input: { ...flag, grade: integer('年级'), departmentId: text('院系', { max: 36 }), majorId: text('专业', { max: 36 }) },
  output: { ...item, code: text('专业号'), name: text('专业名称'), ...majorFields },
  many: true,
})
export const gradeMajorSelect = action('campus.gradeMajor.getSelect', '年级专业选择', {
  method: 'GET',
  access: 'signedIn',
  input: { ...picking, grade: integer('年级'), departmentId: text('院系', { max: 36 }) },
  output: { ...item, grade: integer('年级'), majorId: text('专业'), majorName: text('专业名称'), ...majorFields },
  many: true,
})

const moveInput = {
  gradeMajorIds: list('年级专业', ref('gradeMajor', '年级专业'), { required: true, max: 200 }),
  departmentId: ref('department', '划入院系', { required: true }),
} as const
const moveRefusals = { notCollege: '“{department}”不是启用的院系', nothing: '所选年级专业都已在“{department}”' } as const
/** BO4: preview of the rows a move would rewrite. */
export const previewMove = action('campus.gradeMajor.previewMove', '预览划转', {
  input: moveInput,
  output: {
    gradeMajors: list('年级专业', text('年级专业')),
    classes: integer('班级数', { required: true }),
    students: integer('学生数', { required: true }),
    from: list('原院系', text('原院系')),
  },
  permission: 'campus:gradeMajor:move',
  refusals: moveRefusals,
})
export const moveGradeMajors = action('campus.gradeMajor.move', '划转年级专业', {
  input: moveInput,
  output: { gradeMajors: integer('年级专业数', { required: true }), classes: integer('班级数', { required: true }), students: integer('学生数', { required: true }) },
  refusals: moveRefusals,
})

const plannedClass = {
  name: text('班级名称', { required: true }),
  classNo: text('班号', { required: true }),
  gradeMajorId: ref('gradeMajor', '年级专业', { required: true }),
  /** Skipped because name or number is taken. */
  exists: bool('已存在', { required: true }),
} as const
const planOutput = { classes: list('班级', shape('班级', plannedClass)), fresh: integer('将新建', { required: true }), skipped: integer('已存在', { required: true }) } as const
const batchInput = {
  gradeMajorIds: list('年级专业', ref('gradeMajor', '年级专业'), { required: true, max: 200 }),
  count: integer('每个专业班数', { required: true, min: 1, max: 30 }),
  pattern: text('班名', { required: true, max: 60, initial: '{grade}{short}{n}班' }), // verbatim
  capacity: integer('容量', { required: true, min: 1, max: 200, initial: 45 }),
  startDate: date('建班日期', { required: true }),
} as const
const batchRefusals = {
  unknownPlace: '班名里没有“{place}”这一项，可用 grade、yy、short、n、nn',
  noNumber: '班名要带序号 {n} 或 {nn}，否则每个班都同名',
  nameTooLong: '班名“{name}”超过 40 个字',
  outOfScope: '“{name}”不在您的管理范围内',
} as const
export const previewBatch = action('campus.stuClass.previewBatch', '预览批量生成', {
  input: batchInput,
  output: planOutput,
  permission: 'campus:stuClass:generate',
  refusals: batchRefusals,
})
export const generateClasses = action('campus.stuClass.generate', '批量生成', { input: batchInput, output: planOutput, refusals: batchRefusals })

const copyInput = {
  fromGrade: integer('参照年级', { required: true, min: 1950, max: 2100 }),
  toGrade: integer('新年级', { required: true, min: 1950, max: 2100 }),
  departmentId: ref('department', '院系'),
} as const
const copyOutput = { ...planOutput, gradeMajors: list('将新建的年级专业', text('年级专业')) } as const
const copyRefusals = { sameGrade: '新年级要晚于参照年级', empty: '{grade} 级还没有班级可以参照' } as const
export const previewCopy = action('campus.stuClass.previewCopy', '预览复制上一届', {
  input: copyInput,
  output: copyOutput,
  permission: 'campus:stuClass:generate',
  refusals: copyRefusals,
})
export const copyClasses = action('campus.stuClass.copyGrade', '复制上一届', {
  input: copyInput,
  output: copyOutput,
  permission: 'campus:stuClass:generate',
  refusals: copyRefusals,
})

export const endClasses = action('campus.stuClass.end', '结束班级', {
  input: { ids: list('班级', ref('stuClass', '班级'), { required: true, max: 500 }) },
  output: { done: integer('已结束', { required: true }), failed: list('未结束', shape('未结束', { id: text('id', { required: true }), msg: text('原因', { required: true }) })) },
  refusals: { stillHas: '“{name}”还有 {count} 名在读、休学或保留学籍的学生，不能结束', alreadyEnded: '“{name}”已经结束' },
})
export const startClasses = action('campus.stuClass.start', '开班', {
  input: { ids: list('班级', ref('stuClass', '班级'), { required: true, max: 500 }) },
  output: { done: integer('已开班', { required: true }) },
  permission: 'campus:stuClass:update',
})

const classFields = {
  ...item,
  classNo: text('班号'),
  name: text('班级名称'),
  grade: integer('年级'),
  majorId: text('专业'),
  departmentId: text('院系'),
  campusId: text('校区'),
  studentCount: integer('人数'),
} as const
export const classStaffFields = { fdyId: text('辅导员'), fdyName: text('辅导员姓名'), bzrId: text('班主任'), bzrName: text('班主任姓名') } as const
export const classSelect = action('campus.stuClass.getClassSelect', '班级选择', {
  method: 'GET',
  access: 'signedIn',
  input: { ...flag, grade: integer('年级'), majorId: text('专业', { max: 36 }) },
  output: classFields,
  many: true,
})
export const classFdySelect = action('campus.stuClass.getClassFdySelect', '我带的班级', {
  method: 'GET',
  access: 'signedIn',
  input: { isFdy: integer('辅导员', { min: 0, max: 1 }) },
  output: { ...classFields, ...classStaffFields },
  many: true,
})
export const classFdySelectByUser = action('campus.stuClass.getClassFdySelectByUserId', '某人带的班级', {
  method: 'GET',
  access: 'signedIn',
  input: { isFdy: integer('辅导员', { min: 0, max: 1 }), userId: text('用户', { max: 36 }), bhOrBjmc: text('班号或班级名称', { max: 40 }) },
  output: { ...classFields, ...classStaffFields },
  many: true,
})
const staffCard = {
  teacherId: text('教职工', { required: true }),
  role: text('角色', { required: true }),
  name: text('姓名', { required: true }),
  phone: text('电话', { clear: 'a class calls its counsellor and head teacher by it' }),
  office: text('办公地点'),
  photoId: text('照片'),
  isPrimary: bool('主要', { required: true }),
} as const
/** The student's own class: counsellor and head teacher with telephone numbers, the monitor, and names of classmates. */
export const myClass = action('campus.stuClass.getMine', '我的班级', {
  method: 'GET',
  permission: 'campus:myClass:view',
  output: {
    id: text('id', { required: true }),
    classNo: text('班号'),
    name: text('班级名称'),
    grade: integer('年级'),
    majorName: text('专业'),
    departmentName: text('院系'),
    campusName: text('校区'),
    monitorName: text('班长'),
    staff: list('老师', shape('老师', staffCard), { required: true }),
    classmates: list('同学', text('同学'), { required: true }),
  },
})
export const organisationActions = [
  departmentTree,
  departmentSelect,
  majorSelect,
  gradeMajorSelect,
  previewMove,
  moveGradeMajors,
  previewBatch,
  generateClasses,
  previewCopy,
  copyClasses,
  endClasses,
  startClasses,
  classSelect,
  classFdySelect,
  classFdySelectByUser,
  myClass,
]
