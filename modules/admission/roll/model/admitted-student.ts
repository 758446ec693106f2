import { bool, choice, date, datetime, decimal, dict, entity, files, integer, pickFields, ref, states, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { student } from '#modules/student/model/student.ts'
import { admissionBatch, admissionCategory, planNature } from './dictionaries.ts'

export const admittedStates = states(
  {
    imported: { label: '待确认', tone: 'waiting' },
    intended: { label: '已确认来校', tone: 'going' },
    declined: { label: '放弃入学', tone: 'refused' },
    late: { label: '延期报到', tone: 'attention' },
    arrived: { label: '已报到', tone: 'going' },
    reviewed: { label: '初审通过', tone: 'going' },
    enrolled: { label: '已入学', tone: 'done' },
    reserved: { label: '保留入学资格', tone: 'waiting' },
    notReported: { label: '未报到', tone: 'over' },
    disqualified: { label: '取消入学资格', tone: 'over' },
  },
  {
    update: ['imported', 'intended', 'declined', 'late'],
    answer: ['imported', 'intended', 'declined'],
    review: ['imported', 'intended', 'late', 'arrived', 'reviewed'],
    giveUp: ['imported', 'intended', 'declined', 'late'],
  },
)
export type AdmittedState = keyof typeof admittedStates.labels
export const SOURCES = { province: '省招办', dzks: '单招和专升本', manual: '手工登记' } as const
const readonly = { readonly: true } as const
const personal = { sensitivity: 'S1' } as const
const KNOWN = ['idNoLength', 'idNoBirthDate', 'idNoCheckDigit', 'birthDateFuture', 'cantonUnknown'] as const

/** 录取名单: who is admitted in a year. Each has the record of a student with the same id. */
export const admittedStudent = entity(
  'admission.admittedStudent',
  '录取新生',
  {
    /** The same id, for data scopes and joins; made by the database. */
    studentId: ref('student', '学生档案', { readonly: true }),
    year: integer('年份', { required: true, immutable: true, min: 2000, max: 2100, sortable: true }),
    ksh: text('考生号', { required: true, immutable: true, max: 20, format: 'code', search: true, sortable: true }),
    ...pickFields(student.fields, ['name', 'genderCode', 'idType', 'idNo', 'birthDate', 'ethnicityCode', 'politicalCode']),
    gradeMajorId: ref('gradeMajor', '录取专业', { required: true }),
    /** Of the grade-major. */
    level: student.fields.level,
    duration: student.fields.duration,
    departmentId: ref('department', '学院', readonly),
    sourceCanton: cantonCode('生源地', { required: true }),
    schoolBefore: text('毕业中学', { max: 100 }),
    category: dict('科类', admissionCategory),
    batch: dict('录取批次', admissionBatch),
    planNature: dict('计划性质', planNature),
    totalScore: decimal('总分', { precision: 6, scale: 2, min: 0, max: 9999, sortable: true }),
    subjectScores: text('各科成绩', { max: 500 }),
    recipient: text('收件人', { max: 60 }),
    address: text('通知书寄送地址', { max: 180, ...personal, mask: 'address' }),
    phone: text('手机号', { required: true, max: 20, format: 'phone', ...personal, mask: 'phone' }),
    guardianPhone: text('监护人电话', { max: 20, format: 'phone', ...personal, mask: 'phone' }),
    source: choice('来源', SOURCES, { readonly: true, initial: 'manual' }),
    state: admittedStates.field('状态', { readonly: true, initial: 'imported', sortable: true }),
    answeredAt: datetime('意向确认时间', { readonly: true, sortable: true }),
    declineReason: text('放弃原因', { readonly: true, max: 500 }),
    /** Signed by the new student who declines. */
    statement: files('放弃入学声明', { readonly: true, maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'], sensitivity: 'S1' }),
    lateUntil: date('延期到', { readonly: true, sortable: true }),
    arrivedAt: datetime('报到时间', { readonly: true, sortable: true }),
    /** The initial review on arrival. */
    hasLetter: bool('录取通知书', { readonly: true, initial: false }),
    hasIdDocument: bool('身份证件', { readonly: true, initial: false }),
    hasArchive: bool('档案', { readonly: true, initial: false }),
    reviewNote: text('初审说明', { readonly: true, max: 200 }),
    reviewedBy: ref('user', '初审人', readonly),
    enrolledOn: date('入学日期', { readonly: true, sortable: true }),
    personId: ref('person', '自然人', { readonly: true, secret: 'internal' }),
    sourceCantonName: text('生源地名称', { computed: true, max: 180 }),
  },
  {
    title: 'name',
    scope: { ...BY_STUDENT, department: 'departmentId' },
    unique: [
      ['year', 'ksh'],
      ['year', 'idNo'],
    ],
    importKey: ['year', 'ksh'],
    limit: 'new',
    sort: ['-year', 'ksh'],
    verbs: ['list', 'add', 'update', 'import', 'export'],
    refusals: {
      ...Object.fromEntries(KNOWN.map(key => [key, student.options.refusals?.[key] ?? key])),
      kshYear: '考生号“{ksh}”不是 {year} 年的',
      otherGrade: '“{major}”不是 {year} 级的专业',
      settled: '{name}{state}，录取信息不能再改',
      noRow: '没有你的录取信息，请联系招生办',
      deadline: '意向确认已在 {on} 截止，请联系招生办',
      reasonMissing: '放弃入学须填写原因',
      stopped: '{name}现在不能办：{why}',
      statementMissing: '放弃入学须上传本人签字的声明',
    },
  },
)
