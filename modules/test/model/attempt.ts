import { bool, choice, datetime, decimal, entity, integer, json, ref, states, text } from '#model'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import type { Form } from './draw.ts'
import type { Given } from './marking.ts'

const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
/** Whoever arranged a test sees its candidates, wherever they study. */
export const BY_TEST = { ...BY_STUDENT, user: 'scheduleId.ownerId' } as const
const score = { ...readonly, precision: 6, scale: 1 } as const
/** Somebody who is asked to sit a test; made at its publication. Its row is the lock under which attempts are counted (60-OT7). */
export const testCandidate = entity(
  'test.testCandidate',
  '考生',
  {
    scheduleId: ref('testSchedule', '考试', fixed),
    studentId: ref('student', '学生', fixed),
    used: integer('已考次数', { ...need, ...readonly, initial: 0 }),
    extraAttempts: integer('另给次数', { ...need, ...readonly, initial: 0 }),
    /** Of the attempt that counts. */
    score: decimal('成绩', score),
    isPassed: bool('合格', { ...need, ...readonly, initial: false }),
    lastEndedAt: datetime('上次交卷', readonly),
    /** Nothing is asked of them any more: passed, or handed in what is marked later. */
    doneAt: datetime('完成时间', readonly),
    /** Told, and what passing gives has been given. */
    passedAt: datetime('合格时间', readonly),
  },
  { title: 'studentId', scope: BY_TEST, unique: [['scheduleId', 'studentId']], verbs: ['list', 'export'], filters: BY_PLACE_OF_STUDENT },
)
export const attemptStates = states(
  {
    running: { label: '作答中', tone: 'going' },
    submitted: { label: '待阅卷', tone: 'attention' },
    marked: { label: '已阅卷', tone: 'done' },
    released: { label: '已发布', tone: 'over' },
    voided: { label: '作废', tone: 'refused' },
  },
  { extend: ['running'], letBack: ['running'], force: ['running'], void: ['running', 'submitted', 'marked', 'released'] },
)
export const SUBMIT_WAYS = { self: '自己交卷', time: '到时交卷', forced: '监考收卷', left: '离开次数过多' } as const
export type SubmitWay = keyof typeof SUBMIT_WAYS
/** One try of a candidate: the form as it was drawn, and how it went. */
export const testAttempt = entity(
  'test.testAttempt',
  '作答',
  {
    scheduleId: ref('testSchedule', '考试', fixed),
    studentId: ref('student', '学生', fixed),
    no: integer('第几次', { ...fixed, min: 1 }),
    paperId: ref('testPaper', '试卷', fixed),
    seed: integer('抽题种子', { ...fixed, secret: 'internal' }),
    form: json<Form>('试卷内容', { ...fixed, secret: 'internal' }),
    startedAt: datetime('开始时间', fixed),
    deadlineAt: datetime('截止时间', need),
    extraPercent: integer('延长比例', { ...need, ...readonly, initial: 0 }),
    extraMinutes: integer('延长分钟', { ...need, ...readonly, initial: 0 }),
    /** Of the last extension; read by the candidate. */
    extendReason: text('延长原因', { ...readonly, max: 200 }),
    /** The device that may save. */
    holder: text('作答设备', { ...need, max: 64, secret: 'internal' }),
    takeOvers: integer('换设备次数', { ...need, ...readonly, initial: 0 }),
    isLocked: bool('等监考放行', { ...need, ...readonly, initial: false }),
    leaves: integer('离开次数', { ...need, ...readonly, initial: 0 }),
    seenAt: datetime('最后在线', readonly),
    submittedAt: datetime('交卷时间', readonly),
    submitWay: choice('交卷方式', SUBMIT_WAYS, readonly),
    auto: decimal('机器评分', score),
    manual: decimal('人工评分', score),
    total: decimal('总分', score),
    state: attemptStates.field('状态', { initial: 'running' }),
    voidReason: text('作废原因', { ...readonly, max: 200 }),
  },
  { title: 'studentId', scope: BY_TEST, unique: [['scheduleId', 'studentId', 'no']], verbs: ['list', 'export'], countsUpTo: 10_000, filters: BY_PLACE_OF_STUDENT },
)
/** What was given to a question of an attempt: the newest that the device sent, and beside it what came too late. */
export const testAnswer = entity(
  'test.testAnswer',
  '答案',
  {
    attemptId: ref('testAttempt', '作答', { ...fixed, isPart: true }),
    questionId: ref('testQuestion', '试题', fixed),
    no: integer('题号', { ...fixed, min: 1 }),
    answer: json<Given>('答案', { ...readonly, secret: 'internal' }),
    /** Came after the time: kept, never marked (60-OT3). */
    lateAnswer: json<Given>('逾时答案', { ...readonly, secret: 'internal' }),
    /** Rises with every change on the device; a lower one changes nothing (60-OT5). */
    seq: integer('序号', { ...need, ...readonly }),
    savedAt: datetime('保存时间', { ...need, ...readonly }),
    score: decimal('得分', score),
    markedBy: ref('user', '阅卷人', readonly),
  },
  {
    title: 'no',
    scope: {
      student: 'attemptId.studentId',
      class: 'attemptId.studentId.counselledClassId',
      department: 'attemptId.studentId.departmentId',
      campus: 'attemptId.studentId.campusId',
      user: 'attemptId.scheduleId.ownerId',
    },
    unique: [['attemptId', 'questionId']],
    verbs: [],
  },
)
export const FLAG_KINDS = { takeOver: '换了设备', leave: '离开页面', fullScreen: '退出全屏', copy: '复制或粘贴', late: '逾时提交答案', locked: '换设备过多，已锁定' } as const
export type FlagKind = keyof typeof FLAG_KINDS
/** Something an invigilator may look at; it never changes a score (60-OT8). */
export const testFlag = entity(
  'test.testFlag',
  '异常标记',
  {
    attemptId: ref('testAttempt', '作答', { ...fixed, isPart: true }),
    scheduleId: ref('testSchedule', '考试', fixed),
    studentId: ref('student', '学生', fixed),
    kind: choice('种类', FLAG_KINDS, fixed),
    at: datetime('时间', { ...fixed, sortable: true }),
    detail: text('说明', { max: 200 }),
  },
  { title: 'kind', scope: BY_TEST, sort: ['-at'], verbs: ['list', 'export'] },
)
/** More time for somebody with a disability or an illness. */
export const testAdjustment = entity(
  'test.testAdjustment',
  '考试便利',
  {
    studentId: ref('student', '学生', fixed),
    extraPercent: integer('延长比例（%）', { ...need, min: 5, max: 100, initial: 25 }),
    reason: text('原因', { ...need, max: 300, multiline: true, sensitivity: 'S2' }),
  },
  { title: 'studentId', scope: BY_STUDENT, unique: [['studentId']], verbs: ['list', 'add', 'update', 'remove'] },
)
