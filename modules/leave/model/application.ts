import { bool, choice, date, datetime, decimal, files, integer, list, ref, revealed, shape, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { LEVELS } from './counting.ts'
import { APPLY_WAYS, asked, BACK_WAYS, leave, leaveStates } from './leave.ts'

const OWN = 'what the student entered, or their own record knows'
const span = { startAt: datetime('开始', { required: true }), endAt: datetime('结束', { required: true }) } as const
const brief = {
  id: text('编号', { required: true, max: 36 }),
  leaveNo: text('单号', { required: true, max: 30 }),
  typeName: text('类型', { required: true, max: 40 }),
  ...span,
  days: decimal('天数', { required: true }),
  state: leaveStates.field('状态'),
} as const
const type = {
  id: text('编号', { required: true, max: 36 }),
  code: text('编号', { required: true, max: 40 }),
  name: text('名称', { required: true, max: 40 }),
  needsProof: bool('须证明', { required: true }),
  proofLaterDays: integer('证明可后补', { required: true }),
  leavesCampusDefault: bool('默认离校', { required: true }),
  sensitive: bool('内容敏感', { required: true }),
} as const
const course = {
  courseNo: text('课程号', { required: true, max: 30 }),
  courseName: text('课程', { required: true, max: 100 }),
  now: integer('这次', { required: true }),
  past: integer('以往', { required: true }),
  planned: integer('学期共', { required: true }),
  isOver: bool('超过限度', { required: true }),
} as const
const missed = {
  date: date('日期', { required: true }),
  begin: text('开始', { required: true, max: 5 }),
  end: text('结束', { required: true, max: 5 }),
  courseName: text('课程', { required: true, max: 100 }),
  courseNo: text('课程号', { required: true, max: 30 }),
  teacherName: text('任课教师', { max: 60 }),
  sectionFrom: integer('开始节次', { required: true }),
  sectionTo: integer('结束节次', { required: true }),
} as const
const outcome = {
  days: decimal('天数', { required: true }),
  countedDays: decimal('合并天数', { required: true }),
  near: list(
    '合并的请假',
    shape('请假', { leaveNo: text('单号', { required: true, max: 30 }), days: decimal('天数', { required: true }), startAt: datetime('开始', { required: true }) }),
    { required: true },
  ),
  level: choice('审批到', LEVELS, { required: true }),
  besideHoliday: list('节假日前后', date('日期', { required: true }), { required: true }),
  exams: list('考试', date('日期', { required: true }), { required: true }),
  hasTimetable: bool('有课表', { required: true }),
  lessons: list('缺课', shape('课', missed), { required: true }),
  courses: list('课程', shape('课程', course), { required: true }),
  termTotal: decimal('本学期共请', { required: true }),
  termLimit: integer('学期上限', { required: true }),
  isOverTerm: bool('超过学期上限', { required: true }),
  advisesSuspension: bool('建议休学', { required: true }),
  needsGuardian: bool('须告知家长', { required: true }),
} as const
const dayStrip = {
  date: date('日期', { required: true }),
  weekday: integer('星期', { required: true }),
  isFree: bool('休息', { required: true }),
  name: text('名称', { max: 30 }),
  lessons: list(
    '课',
    shape('课', {
      sectionFrom: integer('开始节次', { required: true }),
      sectionTo: integer('结束节次', { required: true }),
      courseName: text('课程', { required: true, max: 100 }),
      isMissed: bool('缺课', { required: true }),
    }),
    { required: true },
  ),
} as const
/** The submitted form; the type decides which fields store reason and proofs. */
const form = {
  ...asked,
  reason: text('事由', { required: true, max: 500, multiline: true }),
  proofs: files('证明', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
  proofPromised: bool('承诺后补证明', { initial: false }),
  examConfirmed: bool('考试期间仍要请假', { initial: false }),
} as const
const own = ownApplication(leave, { form, answers: ['leaveNo'] })

/** Leave as an application of a student. */
export const leaveApplication = {
  apply: own.apply('请假'),
  /** `approvedByPhone` names who approved in an emergency. */
  applyFor: own.applyFor('代为请假', { approvedByPhone: text('电话批准人', { max: 60, help: '紧急情况下电话批准的，写明是谁批准的，登记后立即生效' }) }),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  cancel: own.cancel({ begun: '请假已于 {from} 开始，不能取消，请销假' }),
  /** Types, known student data, and one's leaves around today. */
  begin: own.begin({
    types: list('类型', shape('类型', type), { required: true }),
    contactName: revealed(leave.fields.contactName, OWN),
    contactPhone: revealed(leave.fields.contactPhone, OWN),
    homeCanton: text('家庭所在地', { max: 6 }),
    homeAddress: revealed(leave.fields.address, OWN),
    guardianDays: integer('须告知家长', { required: true }),
    recent: list('最近的请假', shape('请假', brief), { required: true }),
  }),
  preview: own.previewFor(
    { typeId: asked.typeId, startAt: asked.startAt, endAt: asked.endAt, extendsId: ref('leave', '续假') },
    {
      ...outcome,
      needsProof: bool('须证明', { required: true }),
      isRetro: bool('补假', { required: true }),
      proofLaterDays: integer('证明可后补', { required: true }),
      guardianDays: integer('须告知家长', { required: true }),
      /** 20-L9: latest half day it can be extended to. */
      furthest: datetime('最晚到'),
    },
  ),
  mine: own.mine(['leaveNo', 'days', 'proofDueOn', 'backAt', 'backWay', 'actualDays'], {
    also: {
      typeName: brief.typeName,
      lacksProof: bool('缺证明', { required: true }),
      extendsNo: text('续假的单号', { max: 30 }),
      isExtending: bool('续假审批中', { required: true }),
    },
    verbs: { extend: '续假', back: '销假', slip: '出示假条', proof: '补交证明' },
  }),
  /** Everything an approver needs, on one card. */
  card: own.card({
    id: text('编号', { required: true, max: 36 }),
    leaveNo: text('单号', { required: true, max: 30 }),
    typeName: text('类型', { required: true, max: 40 }),
    sensitive: bool('内容敏感', { required: true }),
    ...span,
    state: leaveStates.field('状态'),
    applyWay: choice('申请方式', APPLY_WAYS, { required: true }),
    leavesCampus: bool('离开学校', { required: true }),
    leavesCity: bool('离开本市', { required: true }),
    placeName: text('去往', { max: 180 }),
    transportName: text('交通方式', { max: 40 }),
    companion: text('同行人', { max: 100 }),
    contactName: leave.fields.contactName,
    contactPhone: leave.fields.contactPhone,
    guardianInformed: bool('已告知家长', { required: true }),
    proofDueOn: date('补交证明截止'),
    extendsNo: text('续假的单号', { max: 30 }),
    ...outcome,
    strip: list('时间', shape('日子', dayStrip), { required: true }),
    earlier: list(
      '以往请假',
      shape('请假', {
        ...brief,
        reason: text('事由', { max: 500 }),
        backWay: choice('销假方式', BACK_WAYS),
        wasLate: bool('逾期', { required: true }),
        approvedHours: decimal('审批用时'),
      }),
      { required: true },
    ),
    termCount: integer('本学期次数', { required: true }),
    lateCount: integer('逾期次数', { required: true }),
  }),
}
