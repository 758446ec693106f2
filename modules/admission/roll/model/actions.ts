import { action, bool, choice, date, files, integer, list, pickFields, shape, text } from '#model'
import { admittedStudent } from './admitted-student.ts'

const required = { required: true } as const
const refusals = admittedStudent.options.refusals ?? {}
const { fields } = admittedStudent
export const ANSWERS = { intended: '确认来校', declined: '放弃入学' } as const

/** 30-AC2: the new student says whether they come; it can be changed until the deadline. */
export const answerIntent = action('admission.admittedStudent.answer', '确认入学意向', {
  realms: ['welcome'],
  input: {
    answer: choice('意向', ANSWERS, required),
    reason: text('放弃原因', { max: 500, multiline: true }),
    statement: files('本人签字的声明', { maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
  },
  output: { state: fields.state },
  refusals,
})
/** The new student's own admission. */
export const myAdmission = action('admission.admittedStudent.mine', '我的录取', {
  method: 'GET',
  realms: ['welcome'],
  permission: answerIntent.permission,
  output: {
    ...pickFields(fields, ['year', 'ksh', 'name', 'state', 'declineReason', 'lateUntil', 'arrivedAt', 'hasLetter', 'hasIdDocument', 'hasArchive']),
    majorName: text('专业', { ...required, max: 80 }),
    departmentName: text('学院', { max: 60 }),
    answerBy: date('意向确认截止'),
    arriveFrom: date('报到开始'),
    arriveBy: date('报到截止'),
    canAnswer: bool('可以确认', required),
    canDelay: bool('可以申请延期', required),
  },
  refusals,
})
const count = (label: string) => integer(label, required)
const counts = {
  admitted: count('录取'),
  answered: count('已答复'),
  intended: count('确认来校'),
  arrived: count('已报到'),
  reviewed: count('初审通过'),
  enrolled: count('已入学'),
  declined: count('放弃'),
  late: count('延期'),
  reserved: count('保留'),
  notReported: count('未报到'),
  disqualified: count('取消资格'),
} as const
const group = (label: string) => list(label, shape(label, { key: text('编号', { ...required, max: 36 }), label: text('名称', { ...required, max: 80 }), ...counts }), required)
/** 入学确认: how far the admitted of a year have come, by major and by province. */
export const admissionFunnel = action('admission.admittedStudent.funnel', '入学确认', {
  method: 'GET',
  input: { year: integer('年份', { min: 2000, max: 2100 }) },
  output: { year: integer('年份'), years: list('年份', integer('年份', required), required), ...counts, byMajor: group('按专业'), byProvince: group('按省份') },
})
export const rollActions = [answerIntent, myAdmission, admissionFunnel]
