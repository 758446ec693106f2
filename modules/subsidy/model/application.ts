import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, dict, entity, files, integer, list, money, ref, shape, states, text } from '#model'
import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { subsidyCause } from './dictionaries.ts'
import { EFFECTS } from './item.ts'

const readonly = { readonly: true } as const
const need = { required: true } as const
export const applicationStates = states(
  { ...SUBMITTED_STATES, publicised: { label: '公示中', tone: 'going' }, granted: { label: '已资助', tone: 'done' } },
  { resubmit: ['returned'], withdraw: ['pending', 'returned'], setAmount: ['pending', 'approved'] },
)
/** Fields of the applicant: what is applied for, and for help at once three questions: what has happened, when, how much is missing. */
export const asked = {
  itemId: ref('subsidyItem', '项目', { required: true, immutable: true }),
  batchId: ref('subsidyBatch', '批次', { immutable: true }),
  cause: dict('遇到了什么', subsidyCause),
  happenedOn: date('什么时候发生的'),
  amountAsked: money('需要多少', { min: 1 }),
  text: text('说明', { required: true, max: 500, multiline: true, sensitivity: 'S2' }),
  files: files('证明材料', { maxFiles: 5, types: ['pdf', 'jpg', 'jpeg', 'png'], sensitivity: 'S2' }),
} as const
/** 资助申请. */
export const subsidyApplication = entity(
  'subsidy.subsidyApplication',
  '资助申请',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...asked,
    xn: text('学年', { ...need, ...readonly, max: 9 }),
    effect: choice('兑现', EFFECTS, { ...need, ...readonly }),
    /** The student's level on the day the round names. */
    level: dict('困难等级', aidLevel, readonly),
    tier: dict('档次', aidLevel, readonly),
    tierReason: text('档次或金额的理由', { ...readonly, max: 200 }),
    amountApproved: money('批准金额', { ...readonly, sortable: true }),
    /** The line that a reduction is written on. */
    lineId: text('应缴', { ...readonly, max: 36, secret: 'internal' }),
    appliedBy: ref('user', '代为申请', readonly),
    state: applicationStates.field('状态', { initial: 'pending', sortable: true }),
    decidedAt: datetime('办结时间', { ...readonly, sortable: true }),
    endReason: text('没有资助的原因', { ...readonly, max: 200, translatable: true }),
    /** When an answer is due; only for help at once. */
    dueAt: datetime('应答复时间', { ...readonly, sortable: true }),
    told: text('提醒', { ...readonly, max: 10, secret: 'internal' }),
    /** How much of the fund it holds, and by how many entries. */
    reserved: money('占用', { ...need, ...readonly, initial: 0, secret: 'internal' }),
    claims: integer('占用次数', { ...need, ...readonly, initial: 0, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    yearAid: money('本学年已获资助', { computed: true }),
    waitingDays: integer('已等天数', { computed: true }),
  },
  {
    title: 'xn',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      off: '“{item}”没有启用',
      notOffered: '“{item}”不能自己申请',
      noBatch: '“{item}”按批次申请，请选批次',
      forOthers: '“{item}”按批次申请，由学生本人申请',
      batchOther: '“{batch}”不是“{item}”的批次',
      applied: '“{item}”已有一份申请，请先看它的进度',
      often: '“{item}”一学年最多 {most} 次，{xn} 学年已有 {n} 次',
      excluded: '已享受“{other}”，不能再申请“{item}”',
      noLevel: '{day} 没有困难等级，“{item}”没有对应的档次',
      conditions: '不符合“{item}”的条件：{why}',
      cause: '请说明遇到了什么',
      happened: '请说明什么时候发生的',
      future: '发生时间 {day} 还没有到',
      amount: '请填写需要的金额',
      overCase: '一次最多 {most} 元，这次要 {amount} 元',
      overYear: '一学年最多 {most} 元，本学年已有 {had} 元，这次要 {amount} 元',
      noLine: '{xn} 学年没有可以减免的“{charge}”',
      overLine: '“{charge}”只欠 {owed} 元，不能减免 {amount} 元',
      noTier: '“{item}”没有这一档',
    },
  },
)
const own = ownApplication(subsidyApplication, { form: asked, answers: ['amountApproved', 'dueAt'] })
const offer = shape('可以申请的', {
  itemId: text('项目', { ...need, max: 36 }),
  batchId: text('批次', { max: 36 }),
  name: text('名称', { ...need, max: 100 }),
  urgent: bool('临时困难补助', need),
  needsAmount: bool('要填金额', need),
  most: money('最多'),
  until: datetime('截止'),
})
const aid = shape('资助', { label: text('种类', { ...need, max: 40 }), name: text('名称', { ...need, max: 100 }), amount: money('金额', need) })
export const subsidyApply = {
  apply: own.apply('申请资助'),
  applyFor: own.applyFor('代学生申请补助'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({ offers: list('可以申请的', offer, need), answerDays: integer('几天内答复', need) }),
  preview: own.previewFor(
    { itemId: asked.itemId, batchId: asked.batchId, cause: asked.cause, happenedOn: asked.happenedOn, amountAsked: asked.amountAsked },
    { item: text('项目', { ...need, max: 60 }), level: dict('困难等级', aidLevel), amount: money('金额', need), answerBy: datetime('答复') },
  ),
  mine: own.mine(['xn', 'effect', 'amountApproved', 'dueAt', 'decidedAt', 'endReason'], {
    also: { item: text('项目', { ...need, max: 60 }), expectedOn: date('预计发放') },
  }),
  card: own.card({
    item: text('项目', { ...need, max: 60 }),
    effect: choice('兑现', EFFECTS, need),
    cause: dict('原因', subsidyCause),
    happenedOn: asked.happenedOn,
    level: dict('困难等级', aidLevel),
    tier: dict('档次', aidLevel),
    tierReason: text('理由', { max: 200 }),
    amountAsked: money('申请金额'),
    amount: money('批准金额'),
    charge: text('减免的费用', { max: 80 }),
    owed: money('还欠'),
    fund: text('经费', { max: 60 }),
    left: money('经费剩余'),
    aids: list('本学年已获资助', aid, need),
  }),
}
