import { action, choice, decimal, dict, integer, ref, text } from '#model'
import { educationLevel, ethnicityCode, genderCode, politicalCode } from '#model/national.ts'
import { STUDENT_STATUS } from './status.ts'
import { student } from './student.ts'

/** Item of the customer's student selects. */
const item = {
  id: text('编号'),
  value: text('值'),
  label: text('显示'),
  userId: text('用户'),
  xh: text('学号'),
  name: text('姓名'),
  genderCode: dict('性别', genderCode),
  classId: ref('stuClass', '班级'),
  className: text('班级名称'),
  grade: integer('年级'),
  status: choice('学籍状态', STUDENT_STATUS),
}
/** Open to everyone signed in; rows are limited to the list permission's scope. */
const select = { method: 'GET', output: item, many: true, access: 'signedIn' } as const

export const classStudent = action('student.student.classStudent', '班级学生', { ...select, input: { classId: ref('stuClass', '班级') } })
export const fdyStudent = action('student.student.fdyStudent', '辅导员所带学生', { ...select, input: { fdyId: ref('teacher', '辅导员') } })
export const studentSelect = action('student.baseStudentInfo.getSelect', '选择学生', {
  ...select,
  input: {
    /** 1 or absent: not ended; 0: including ended ones. */
    flag: text('标志', { max: 1 }),
    grade: integer('年级'),
    departmentId: ref('department', '院系'),
    majorId: ref('major', '专业'),
    classId: ref('stuClass', '班级'),
    xh: text('学号', { max: 20 }),
  },
})
export const stuInfo = action('student.baseStudentInfo.getStuInfo', '学生基本信息', {
  method: 'GET',
  access: 'signedIn',
  input: { userId: ref('user', '用户') },
  output: {
    userId: text('用户'),
    xh: text('学号'),
    name: text('姓名'),
    genderCode: dict('性别', genderCode),
    photoUrl: text('照片'),
    grade: integer('年级'),
    departmentId: text('院系'),
    departmentName: text('院系名称'),
    majorId: text('专业'),
    majorName: text('专业名称'),
    classId: text('班级'),
    className: text('班级名称'),
    campusId: text('校区'),
    level: dict('培养层次', educationLevel),
    duration: decimal('学制（年）', { precision: 2, scale: 1 }),
    politicalCode: dict('政治面貌', politicalCode),
    ethnicityCode: dict('民族', ethnicityCode),
    phone: student.fields.phone,
    idNo: student.fields.idNo,
    fdyId: text('辅导员编号'),
    fdyName: text('辅导员'),
    bzrId: text('班主任编号'),
    bzrName: text('班主任'),
    dormFullName: text('宿舍'),
    bedNo: text('床位'),
    status: choice('学籍状态', STUDENT_STATUS),
  },
})
