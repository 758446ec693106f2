import { bool, choice, datetime, decimal, dict, entity, files, integer, list, ref, states, text } from '#model'
import { TAKE_OVER_FAULTS } from '#modules/admission/roll/model/take-over.ts'
import { examCategory } from './dictionaries.ts'

export const applicationStates = states(
  {
    draft: { label: '填写中', tone: 'waiting' },
    pending: { label: '待审核', tone: 'going' },
    returned: { label: '退回修改', tone: 'attention' },
    rejected: { label: '未通过', tone: 'refused' },
    approved: { label: '待缴费', tone: 'waiting' },
    paid: { label: '报名完成', tone: 'done' },
    seated: { label: '已排座', tone: 'done' },
    scored: { label: '成绩已发布', tone: 'done' },
    admitted: { label: '录取', tone: 'done' },
    waitlisted: { label: '候补', tone: 'waiting' },
    notAdmitted: { label: '未录取', tone: 'over' },
    confirmed: { label: '已确认录取', tone: 'done' },
    declined: { label: '已放弃录取', tone: 'refused' },
    lapsed: { label: '已失效', tone: 'over' },
  },
  {
    saveInfo: ['draft', 'returned'],
    saveFiles: ['draft', 'returned'],
    saveChoices: ['draft', 'pending', 'returned'],
    submit: ['draft', 'returned'],
    hold: ['pending'],
    decide: ['pending'],
    decideExempt: ['pending'],
    pay: ['approved'],
    confirm: ['admitted'],
    decline: ['admitted'],
    cancel: ['draft', 'pending', 'returned', 'approved', 'paid', 'seated'],
  },
)
export type ApplicationState = keyof typeof applicationStates.labels
/** Registered for good, however far the examination is. */
export const COMPLETE_STATES = ['paid', 'seated', 'scored', 'admitted', 'waitlisted', 'notAdmitted', 'confirmed', 'declined'] as const satisfies readonly ApplicationState[]
export const EXEMPTS = { none: '不申请', culture: '免文化素质测试', all: '免试' } as const
export const EXEMPT_STATES = { open: '待认定', granted: '同意免试', refused: '不同意免试' } as const
/** What the automatic review cannot decide. */
export const DOUBTS = {
  notListed: '不在省招办名单',
  age: '年龄不符',
  photo: '照片待核对',
  proof: '缺少证明材料',
  exempt: '申请免试',
  special: '需要便利条件',
} as const
export type Doubt = keyof typeof DOUBTS
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const

/** 报名: what an applicant wishes, and how far it is. */
export const examApplication = entity(
  'exam.examApplication',
  '考试报名',
  {
    batchId: ref('examBatch', '考试批次', fixed),
    examApplicantId: ref('examApplicant', '考生', fixed),
    userId: ref('user', '账号', fixed),
    ksh: text('考生号', { ...fixed, max: 20, format: 'code', search: true, sortable: true }),
    name: text('姓名', { ...fixed, max: 60, search: true, sortable: true }),
    category: dict('考生类别', examCategory, readonly),
    choices: list('志愿', ref('examPlan', '志愿', { required: true }), { ...fixed, max: 6 }),
    obeyAdjust: bool('服从调剂', { ...fixed, initial: false }),
    exempt: choice('免试申请', EXEMPTS, { ...fixed, initial: 'none' }),
    exemptState: choice('免试认定', EXEMPT_STATES, readonly),
    exemptNote: text('免试认定说明', { ...readonly, max: 200 }),
    proofs: files('证明材料', { ...readonly, maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'], sensitivity: 'S1' }),
    special: text('便利条件', { ...readonly, max: 200, sensitivity: 'S2' }),
    commitment: bool('诚信承诺', { ...fixed, initial: false }),
    state: applicationStates.field('状态', { ...readonly, initial: 'draft', sortable: true }),
    /** Version of the choices that counts. */
    choiceSeq: integer('志愿版本', { ...fixed, initial: 0 }),
    submittedAt: datetime('提交时间', { ...readonly, sortable: true }),
    doubts: list('存疑', choice('存疑', DOUBTS, { required: true }), { ...fixed, max: 10 }),
    isGreen: bool('自动审核通过', { ...fixed, initial: false }),
    /** Who has the row open for review, and until when nobody else gets it. */
    heldBy: ref('user', '审核中', readonly),
    heldUntil: datetime('占用到', readonly),
    firstReviewerId: ref('user', '初审', { ...readonly }),
    reviewerId: ref('user', '审核人', readonly),
    reviewedAt: datetime('审核时间', { ...readonly, sortable: true }),
    reviewNote: text('审核意见', { ...readonly, max: 200 }),
    billLineId: ref('billLine', '缴费明细', readonly),
    paidAt: datetime('缴费时间', { ...readonly, sortable: true }),
    /** Of the first choice, and the place among those of one category and the same subjects; since the scores are published. */
    total: decimal('总分', { ...readonly, precision: 7, scale: 2, sortable: true }),
    rank: integer('位次', readonly),
    /** Among those equal in all that is compared: the smaller goes first. */
    precedence: integer('同分次序', readonly),
    precedenceReason: text('定次序理由', { ...readonly, max: 200 }),
    /** The place that is offered, and until when it is; by the run, or by a later round. */
    planId: ref('examPlan', '录取计划', readonly),
    offerRound: integer('递补轮次', { ...readonly, help: '0 为首次录取' }),
    confirmBy: datetime('录取确认截止', { ...readonly, sortable: true }),
    answeredAt: datetime('确认时间', { ...readonly, sortable: true }),
    declineReason: text('放弃录取的原因', { ...readonly, max: 200 }),
    /** On the roll of admitted students since then, or why not. */
    takenOverAt: datetime('转入录取名单', { ...readonly, sortable: true }),
    takeOverFault: choice('未转入原因', TAKE_OVER_FAULTS, readonly),
    confirmToldAt: datetime('提醒确认', { ...readonly, secret: 'internal' }),
  },
  {
    title: 'name',
    scope: {},
    select: 'scoped',
    sort: ['ksh'],
    verbs: ['list', 'export'],
    refusals: {
      registered: '你已在“{name}”报名',
      notListed: '考生号和证件号不在“{name}”的省招办名单里，请核对或联系招生办',
      otherId: '这个账号用证件号 {idNo} 注册，只能为本人报名',
      kshTaken: '考生号 {ksh} 已有人报名，请核对或联系招生办',
      idNoTaken: '证件号 {idNo} 已有人报名，请用原账号登录或联系招生办',
      over: '“{name}”报名已在 {at} 截止，没有提交的保留为草稿',
      listed: '省招办名单里的姓名、类别、学校和生源地不能改',
      lacks: '还缺：{fields}',
      photo: '照片不合要求：{why}',
      noChoices: '请至少填报一个志愿',
      tooMany: '最多填报 {most} 个志愿，现在 {count} 个',
      choiceTwice: '“{plan}”填报了两次',
      otherBatch: '“{plan}”不是这次考试的计划',
      closedTo: '“{plan}”不招{category}',
      noAdjust: '“{name}”不设调剂',
      choicesClosed: '志愿已在 {at} 截止修改，现在只能补正材料',
      commitment: '请先阅读并确认诚信承诺',
      codeMissing: '请输入短信验证码，确认志愿',
      code: '验证码不正确或已过期',
      changed: '志愿已经改动，请核对最新的志愿再确认',
      held: '{who}正在审核，到 {until} 为止',
      notHeld: '请先打开这一条再审核',
      sameReviewer: '存疑和免试的报名须由另一位老师复审，初审人是你自己',
      exemptOpen: '请先认定免试申请',
      noExempt: '“{name}”没有申请免试',
      reason: '请写明原因',
    },
  },
)
/** 志愿版本: each set of choices as it was saved. */
export const examChoice = entity(
  'exam.examChoice',
  '志愿版本',
  {
    applicationId: ref('examApplication', '报名', { ...fixed, isPart: true }),
    seq: integer('版本', { ...fixed, min: 1 }),
    choices: list('志愿', ref('examPlan', '志愿', { required: true }), { ...fixed, max: 6 }),
    obeyAdjust: bool('服从调剂', fixed),
    confirmedAt: datetime('确认时间', readonly),
  },
  { title: 'seq', scope: {}, unique: [['applicationId', 'seq']], sort: ['-seq'], verbs: ['list'] },
)
