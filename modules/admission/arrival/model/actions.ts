import { action, bool, date, integer, list, pickFields, ref, shape, text } from '#model'
import { admittedStudent } from '../../roll/model/admitted-student.ts'

const required = { required: true } as const
const { fields } = admittedStudent
const refusals = { ...admittedStudent.options.refusals, notWaiting: '{name}现在是“{state}”，不能视为放弃' }
const MOST = 500
const ids = list('新生', ref('admittedStudent', '新生', required), { required: true, min: 1, max: MOST })

/** 30-AC4: letter, identity document and archive as they are seen on arrival. */
export const reviewArrival = action('admission.admittedStudent.review', '入学初审', {
  input: {
    id: ref('admittedStudent', '新生', required),
    hasLetter: bool('录取通知书', required),
    hasIdDocument: bool('身份证件', required),
    hasArchive: bool('档案', required),
    note: text('说明', { max: 200 }),
  },
  output: { state: fields.state },
  inScope: true,
  refusals: admittedStudent.options.refusals ?? {},
})
/** 30-AC4: whoever has passed the initial review is enrolled; who lacks something stays behind, with what it is. */
export const enrolBatch = action('admission.admittedStudent.enrolBatch', '办理入学', {
  input: { ids },
  output: {
    enrolled: integer('已入学', required),
    blocked: list('未办理', shape('新生', { name: text('姓名', { required: true, max: 60 }), why: text('原因', { required: true, max: 300 }) }), required),
  },
})
/** 30-AC3: who did not arrive in time and has no valid cause: deemed to give up, once an officer confirms it. */
export const overdueArrivals = action('admission.admittedStudent.overdue', '逾期未报到', {
  method: 'GET',
  permission: 'admission:admittedStudent:giveUp',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    ...pickFields(fields, ['ksh', 'name', 'state', 'phone', 'declineReason']),
    majorName: text('专业', { max: 80 }),
    dueOn: date('报到截止', required),
    days: integer('逾期天数', required),
  },
})
export const giveUp = action('admission.admittedStudent.giveUp', '确认视为放弃', {
  input: { ids },
  output: { done: integer('人数', required) },
  refusals,
})
export const arrivalActions = [reviewArrival, enrolBatch, overdueArrivals, giveUp]
