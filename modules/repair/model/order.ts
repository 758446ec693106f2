import { bool, choice, date, datetime, decimal, dict, dictionary, entity, files, integer, json, list, money, pickFields, ref, states, text } from '#model'
import { type Explanation, POOL_REASONS } from './choose-worker.ts'
import { repairer } from './workers.ts'

/** Not yet repaired: what a second report of the same fault would double (20-R1). */
export const OPEN_ORDER = ['submitted', 'reopened', 'dispatched', 'working', 'suspended'] as const
/** Awaits a worker. */
export const UNASSIGNED = ['submitted', 'reopened'] as const
const NOT_BEGUN = ['submitted', 'dispatched'] as const

/** An order is dispatched until somebody arrives; a rejected, withdrawn or merged one was never worked on. */
export const orderStates = states(
  {
    submitted: { label: '待派单', tone: 'waiting' },
    dispatched: { label: '已派单', tone: 'going' },
    working: { label: '维修中', tone: 'going' },
    suspended: { label: '已暂停', tone: 'attention' },
    done: { label: '待确认', tone: 'attention' },
    reopened: { label: '返修', tone: 'refused' },
    confirmed: { label: '已确认', tone: 'done' },
    closed: { label: '已办结', tone: 'done' },
    rejected: { label: '已退回', tone: 'refused' },
    withdrawn: { label: '已撤回', tone: 'over' },
    merged: { label: '已合并', tone: 'over' },
  },
  {
    support: OPEN_ORDER,
    withdraw: NOT_BEGUN,
    confirm: ['done'],
    notFixed: ['done'],
    score: ['confirmed', 'merged'],
    dispatch: ['submitted', 'reopened', 'dispatched', 'working'],
    dispatchAgain: UNASSIGNED,
    setUrgency: OPEN_ORDER,
    reject: NOT_BEGUN,
    merge: NOT_BEGUN,
  },
)
export const PLACE_TYPES = { room: '宿舍房间', venue: '场地', public: '公共区域' } as const
export const PAYERS = { school: '学校', student: '报修人', warranty: '保修' } as const
/** 20-R10: what became of a cost to be borne by the applicant. */
export const CHARGE_STATES = { asked: '待报修人同意', agreed: '已同意', disputed: '待处理', charged: '已转收费', waived: '不收费' } as const
export const CONFIRM_WAYS = { applicant: '报修人', supporter: '同报人', rule: '到期自动' } as const
export const repairCause = dictionary('repairCause', '故障原因', { wear: '自然损耗', misuse: '人为损坏', quality: '质量问题', accident: '意外' })
export const suspendReason = dictionary('repairSuspendReason', '暂停原因', { parts: '等配件', nobody: '无人在场', outside: '请外单位维修' })
/** When somebody may come. */
export interface Slot {
  date: string
  from: string
  to: string
}
const readonly = { readonly: true } as const
const internal = { readonly: true, secret: 'internal' } as const

/** What the reporter says. */
export const report = {
  placeType: choice('地点类别', PLACE_TYPES, { required: true }),
  roomId: ref('dormRoom', '房间'),
  venueId: ref('venue', '场地'),
  buildingId: ref('building', '楼宇'),
  publicPlace: text('具体位置', { max: 100 }),
  typeId: ref('repairType', '报修类型', { required: true }),
  title: text('标题', { max: 60, search: true }),
  description: text('故障描述', { required: true, min: 2, max: 1000, multiline: true }),
  photos: files('照片或视频', { maxFiles: 6, mostMb: 30, types: ['jpg', 'jpeg', 'png', 'mp4'] }),
  slots: json<readonly Slot[]>('方便上门的时间'),
  enterAlone: bool('我不在时可以进门', { initial: false }),
  answers: json<Readonly<Record<string, string>>>('补充情况', { untyped: 'questions of the kind of repair are the names of its values' }),
  phone: text('联系电话', { required: true, max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
} as const
/** Where a fault is. */
export const place = {
  ...pickFields(report, ['placeType', 'roomId', 'venueId', 'buildingId', 'publicPlace']),
  doorCode: text('门牌码', { max: 60 }),
} as const

export const repairOrder = entity(
  'repair.repairOrder',
  '报修单',
  {
    orderNo: text('单号', { required: true, ...readonly, max: 20, search: true, sortable: true }),
    applicantId: ref('user', '报修人', readonly),
    /** 20-R11: entered by staff for a caller, who may have no account. */
    enteredById: ref('user', '代报人', readonly),
    callerName: text('来电人', { ...readonly, max: 60 }),
    ...report,
    campusId: ref('campus', '校区', readonly),
    /** Full name of the place. */
    place: text('地点', { ...readonly, max: 200, search: true }),
    urgencyId: ref('repairUrgency', '紧急程度', { required: true, ...readonly }),
    supporterIds: list('同报人', ref('user', '同报人'), readonly),
    state: orderStates.field('状态', { initial: 'submitted', sortable: true }),
    stateNote: text('说明', { ...readonly, max: 500 }),
    mergedIntoId: ref('repairOrder', '并入', readonly),
    /** The worker of the current or last sheet. */
    workerId: repairer('维修工', readonly),
    /** When the dispatcher of the program takes it up; empty: it waits for nobody or for a person. */
    dispatchAt: datetime('派单时间', internal),
    pooledAt: datetime('转人工时间', { ...readonly, sortable: true }),
    poolReason: choice('转人工原因', POOL_REASONS, readonly),
    /** Of the last automatic choice (20-R2). */
    why: json<Explanation>('派单依据', { ...readonly, untyped: 'numbers of workers by rule' }),
    /** When the clock began: reported, or reopened. */
    clockFrom: datetime('计时开始', internal),
    dueRespond: datetime('应接单', readonly),
    dueArrive: datetime('应到场', readonly),
    dueFinish: datetime('应完工', { ...readonly, sortable: true }),
    warnAt: datetime('预警时间', internal),
    escalateAt: datetime('上报时间', internal),
    /** Alerts sent: 1 warning, 2 breach, 3 office. */
    alerted: integer('已提醒', { ...internal, initial: 0 }),
    breachedAt: datetime('超时', readonly),
    suspendedAt: datetime('暂停时间', readonly),
    suspendReason: dict('暂停原因', suspendReason, readonly),
    resumeOn: date('恢复日期', readonly),
    suspendedMin: integer('暂停分钟', readonly),
    suspendCount: integer('暂停次数', { ...readonly, initial: 0 }),
    reopenCount: integer('返修次数', { ...readonly, initial: 0, sortable: true }),
    arrivedAt: datetime('到场时间', readonly),
    doneAt: datetime('完工时间', { ...readonly, sortable: true }),
    /** Then silence counts as a confirmation. */
    confirmBy: datetime('应确认', readonly),
    confirmedAt: datetime('确认时间', readonly),
    scoreUntil: datetime('评价截止', readonly),
    confirmedWay: choice('确认方式', CONFIRM_WAYS, readonly),
    cause: dict('原因', repairCause, readonly),
    costTotal: money('费用', readonly),
    payBy: choice('承担', PAYERS, readonly),
    chargeState: choice('收费', CHARGE_STATES, readonly),
    /** The line of the fees that the cost has become. */
    billLineId: text('应缴明细', { ...readonly, max: 36, format: 'uuid', secret: 'internal' }),
    score: decimal('评分', { ...readonly, precision: 3, scale: 2, sortable: true }),
  },
  {
    title: 'orderNo',
    scope: { user: 'applicantId', building: 'buildingId', campus: 'campusId' },
    unique: [['orderNo']],
    select: 'scoped',
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      leaf: '“{name}”还有细分，请选择具体的类型',
      typeOff: '“{name}”已停用，请换一个类型',
      placeMissing: '请选择{kind}',
      roomClosed: '{place}现在停用，不能报修',
      notYourRoom: '只能给自己住的房间报修，别的房间请扫门牌码',
      doorCode: '这不是本校的门牌码',
      slotPast: '{slot} 已经过去，请选择以后的时间',
      slotForm: '方便上门的时间应写明日期、几点到几点',
      outage: '{place}正在{name}，预计 {until} 恢复，不用报修',
      similar: '这里已有 {count} 张同类报修，可以点“我也遇到了”，不用再报',
    },
  },
)
/** By what an order is known. */
export const head = {
  id: text('编号', { required: true, max: 36 }),
  ...pickFields(repairOrder.fields, ['orderNo', 'title', 'state']),
  createdAt: datetime('时间', { required: true }),
} as const
