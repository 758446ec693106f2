import { action, choice, date, datetime, dict, integer, list, pickFields, ref, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { admittedStudent } from '../../roll/model/admitted-student.ts'
import { admissionCategory } from '../../roll/model/dictionaries.ts'
import { entryReexamination, ITEMS, RESULTS, reexaminationStates } from './reexamination.ts'

const required = { required: true } as const
const id = ref('entryReexamination', '复查', required)
const refusals = entryReexamination.options.refusals ?? {}
const item = { code: choice('项目', ITEMS, required), result: choice('结论', RESULTS, required), note: text('情况', { max: 200 }) } as const
const JUDGE = 'admission:entryReexamination:judge'
const state = reexaminationStates.field('状态')

/** A reviewer opens a student, whom nobody else can open meanwhile; the roll and the record side by side. */
export const takeReexamination = action('admission.entryReexamination.take', '开始复查', {
  permission: JUDGE,
  input: { id },
  output: {
    state,
    heldUntil: datetime('锁定到', required),
    dueAt: entryReexamination.fields.dueAt,
    admitted: shape(
      '录取信息',
      {
        ...pickFields(admittedStudent.fields, ['ksh', 'name', 'genderCode', 'idNo', 'birthDate', 'sourceCanton', 'schoolBefore', 'totalScore']),
        category: dict('科类', admissionCategory),
        majorName: text('录取专业', { max: 80 }),
      },
      required,
    ),
    record: shape(
      '学籍信息',
      {
        ...pickFields(student.fields, ['studentNo', 'name', 'genderCode', 'idNo', 'birthDate', 'sourceCanton']),
        majorName: text('专业', { max: 80 }),
        className: text('班级', { max: 60 }),
      },
      required,
    ),
    /** Of the roll and of the arrival; none where there is no photo, or none the reviewer may see. */
    photos: shape('照片', { admission: text('录取照片', { max: 36 }), enrolment: text('入学照片', { max: 36 }) }, required),
    /** What speaks for a second look. */
    differs: list('不一致', text('项目', { max: 40 }), required),
    items: list('复查项目', shape('项目', { ...item, by: text('复查人', { max: 64 }), at: datetime('时间') }), required),
  },
  refusals,
})
/** Puts a student back unjudged. */
export const releaseReexamination = action('admission.entryReexamination.release', '放下', { permission: JUDGE, input: { id }, output: 'none', refusals })
export const judgeReexamination = action('admission.entryReexamination.judge', '复查', {
  input: { id, items: list('复查项目', shape('项目', item), { required: true, max: 5 }) },
  output: { state },
  inScope: true,
  refusals,
})
/** What the caller can review next: not held by others, doubts not of one's own. */
export const reexaminationQueue = action('admission.entryReexamination.queue', '待我复查', {
  method: 'GET',
  permission: JUDGE,
  input: { departmentId: ref('department', '学院') },
  output: {
    open: integer('待复查', required),
    doubt: integer('待第二人复查', required),
    late: integer('已过催办日', required),
    rows: list(
      '新生',
      shape('新生', { id: text('编号', { required: true, max: 36 }), name: text('姓名', { required: true, max: 60 }), state, daysLeft: integer('剩余天数', required) }),
      required,
    ),
  },
})
/** 30-AC5: a failed re-examination ends the record, an unfit student keeps the admission; both by a document. */
export const concludeReexamination = action('admission.entryReexamination.conclude', '处理', {
  input: { id, docNo: text('文号', { required: true, max: 60 }), hospital: text('指定医院', { max: 60 }), until: date('保留到') },
  output: { state, changeNo: text('异动单号', { max: 30 }) },
  inScope: true,
  refusals,
})
export const reexaminationActions = [takeReexamination, releaseReexamination, judgeReexamination, reexaminationQueue, concludeReexamination]
