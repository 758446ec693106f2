import { bool, choice, date, datetime, entity, integer, money, type Row, ref, rich, states, text } from '#model'

const need = { required: true } as const
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
export const activityStates = states(
  {
    draft: { label: '草稿', tone: 'waiting' },
    published: { label: '已发布', tone: 'done' },
    cancelled: { label: '已取消', tone: 'over' },
  },
  { update: ['draft'], remove: ['draft'], publish: ['draft'], call: ['published'] },
)
/** What a club says of its activity as well. */
export const activityForm = {
  title: text('名称', { ...need, max: 60, search: true, sortable: true }),
  content: rich('介绍', { max: 20_000 }),
  place: text('地点', { ...need, max: 100 }),
  from: datetime('开始', { ...need, sortable: true }),
  to: datetime('结束', need),
  enrolTo: datetime('报名截止', need),
  capacity: integer('名额', { ...need, min: 1, max: 100_000, help: '同行的人也占名额' }),
  companions: integer('最多同行', { min: 0, max: 3, help: '不填为不能带人' }),
} as const
/** 校友活动 */
export const alumniActivity = entity(
  'alumni.alumniActivity',
  '校友活动',
  {
    ...activityForm,
    fee: money('每人费用', { min: 1, help: '不填为免费' }),
    refundUntil: datetime('全额退费到', { help: '收费活动要填；在这之前取消全额退' }),
    refundPercent: integer('之后退费', { min: 0, max: 100, unit: '%', help: '不填为不退' }),
    hasPass: bool('需要入校', { ...need, initial: false, help: '报名的人和同行的人进入入校名单' }),
    clubId: ref('alumniClub', '校友会', { help: '填了只有会员能看到和报名' }),
    state: activityStates.field('状态', { initial: 'draft', sortable: true }),
    cancelReason: text('取消原因', { ...readonly, max: 200 }),
    /** Seats that are taken, companions included, and how many have come to enrol: under the lock of the row. */
    taken: integer('已占名额', { ...fixed, initial: 0 }),
    arrivals: integer('报名次数', { ...fixed, initial: 0, secret: 'internal' }),
  },
  {
    title: 'title',
    scope: {},
    sort: ['-from'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      datesReversed: '结束 {to} 不晚于开始 {from}',
      enrolLate: '报名截止 {enrolTo} 晚于开始 {from}',
      past: '“{title}”的报名截止 {enrolTo} 已经过去',
      noRefundRule: '收费活动要填全额退费到什么时候',
      begun: '“{title}”{from} 已经开始，不能取消',
      noItem: '学校还没有设置校友活动的收费项目，请联系财务处',
    },
  },
)
export type Activity = Row<typeof alumniActivity>
export const enrolmentStates = states(
  {
    enrolled: { label: '已报名', tone: 'done' },
    waitlist: { label: '候补', tone: 'waiting' },
    cancelled: { label: '已取消', tone: 'over' },
    attended: { label: '已到场', tone: 'done' },
  },
  { cancel: ['enrolled', 'waitlist'], checkIn: ['enrolled'] },
)
/** 活动报名: one row of an alumnus and an activity; who comes back after cancelling goes to the end. */
export const alumniEnrolment = entity(
  'alumni.alumniEnrolment',
  '校友活动报名',
  {
    activityId: ref('alumniActivity', '校友活动', { ...fixed, search: true }),
    alumnusId: ref('alumnus', '校友', { ...fixed, search: true }),
    companions: integer('同行', { ...fixed, initial: 0 }),
    plate: text('车牌', { ...readonly, max: 12, sensitivity: 'S1', mask: 'whole' }),
    seq: integer('报名顺序', { ...fixed, sortable: true }),
    state: enrolmentStates.field('状态', { sortable: true }),
    enrolledAt: datetime('报名时间', { ...fixed, sortable: true }),
    checkedAt: datetime('到场时间', readonly),
    /** Owed for all of them; a line of the bills. */
    due: money('应缴', readonly),
    payBy: date('支付期限', readonly),
    billLineId: ref('billLine', '应缴明细', { ...readonly, secret: 'internal' }),
    payerType: choice('缴费人', { student: '学生', alumnus: '校友' }, { ...readonly, secret: 'internal' }),
    payerId: text('缴费账号', { ...readonly, max: 36, secret: 'internal' }),
    /** What its code at the entrance says. */
    code: text('签到码', { ...readonly, max: 12, secret: 'internal' }),
  },
  {
    title: 'alumnusId',
    scope: {},
    unique: [['activityId', 'alumnusId']],
    sort: ['activityId', 'seq'],
    verbs: ['list', 'export'],
    countsUpTo: 20_000,
    refusals: {
      over: '“{title}”的报名已在 {enrolTo} 截止',
      tooMany: '“{title}”最多带 {most} 人',
      already: '你已经报名“{title}”',
      larger: '“{title}”一共 {capacity} 个名额，{n} 人报不了',
      started: '“{title}”已经开始，不能取消',
      tooEarly: '“{title}”{from} 才开始，还不能签到',
      unpaid: '{name}还没有缴“{title}”的费用',
      notHere: '没有这个签到码，或不是你负责的活动',
      done: '{name}已经签到',
    },
  },
)
export type Enrolment = Row<typeof alumniEnrolment>
/** 入校名单: who may enter the campus for an activity, for the gate. */
export const alumniDayPass = entity(
  'alumni.alumniDayPass',
  '校友入校名单',
  {
    activityId: ref('alumniActivity', '校友活动', { ...fixed, search: true }),
    enrolmentId: ref('alumniEnrolment', '校友活动报名', { ...fixed, isPart: true, secret: 'internal' }),
    name: text('姓名', { ...fixed, max: 60, search: true, clear: 'whom the gate lets in' }),
    people: integer('人数', fixed),
    plate: text('车牌', { ...readonly, max: 12, sensitivity: 'S1', mask: 'whole', help: '活动结束后删除' }),
    fromDay: date('从', { ...fixed, sortable: true }),
    toDay: date('到', fixed),
  },
  { title: 'name', scope: {}, unique: [['enrolmentId']], sort: ['-fromDay', 'name'], verbs: ['list', 'export'] },
)
