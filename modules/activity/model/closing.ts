import { SUBMITTED_STATES } from '#flow/index.ts'
import { action, bool, choice, entity, files, integer, json, list, money, type Row, ref, shape, states, text } from '#model'
import { activity } from './activity.ts'
import { SOURCES } from './budget.ts'
import { type ClosingFigures, closingFigures } from './report.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const scope = { department: 'activityId.ownerDepartmentId', teacher: 'activityId.advisorId', user: 'activityId.applicantId' } as const
const activityId = ref('activity', '活动', need)
const amount = money('金额', { ...need, min: 1, max: 10_000_000 })
const vouchers = files('凭证材料', { ...need, maxFiles: 9, types: ['jpg', 'jpeg', 'png', 'webp', 'pdf'], help: '发票或收据' })
const source = choice('来源', SOURCES)
/** 活动支出: one expense with its vouchers, of a line of the budget or outside it. */
export const activityCost = entity(
  'activity.activityCost',
  '活动支出',
  {
    activityId: ref('activity', '活动', fixed),
    /** Number of the line in the budget, from 1; none outside it. */
    line: integer('预算行', readonly),
    item: text('项目', { ...fixed, max: 60 }),
    source: choice('来源', SOURCES, fixed),
    amount: money('金额', fixed),
    vouchers: files('凭证材料', { ...fixed, maxFiles: 9, types: ['jpg', 'jpeg', 'png', 'webp', 'pdf'] }),
    makerId: ref('user', '经办', fixed),
  },
  {
    title: 'item',
    scope,
    verbs: [],
    refusals: {
      noVoucher: '每一笔支出都要有凭证',
      noLine: '预算里没有第 {line} 项',
      unplanned: '预算外的支出要写明项目和来源',
      fundOf: '只有社团的活动能用社团经费',
    },
  },
)
export const closingStates = states({ ...SUBMITTED_STATES, approved: { label: '已结清', tone: 'done' } }, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
/** States in which the costs of an activity are with somebody or done. */
export const CLOSING = ['pending', 'returned', 'approved'] as const
/** 经费结清: what an activity cost against what was planned. */
export const activityClosing = entity(
  'activity.activityClosing',
  '活动经费结清',
  {
    activityId: ref('activity', '活动', { ...fixed, search: true }),
    /** As of the activity, so that its advisor and unit are found. */
    ...{ societyId: ref('society', '社团', readonly), orgId: ref('studentOrg', '学生组织', readonly) },
    applicantId: ref('user', '申请人', fixed),
    planned: money('预算', fixed),
    spent: money('支出', fixed),
    /** 60-AT11: more than the school lets pass. */
    isOver: bool('超支须审批', fixed),
    note: text('说明', { max: 500, multiline: true, help: '办得怎么样、下次改什么，写一两句；人数、时长、照片和评价自动带出' }),
    /** As of the decision; until then they are counted anew. */
    figures: json<ClosingFigures>('结项数据', { readonly: true, secret: 'internal' }),
    state: closingStates.field('状态', { initial: 'pending', sortable: true }),
    /** Who came, and what each of them cost. */
    present: integer('到场人数', { computed: true }),
    perPresent: money('人均', { computed: true }),
    attendance: text('到场情况', { computed: true, max: 200 }),
    rating: text('评价', { computed: true, max: 200 }),
  },
  {
    title: 'activityId',
    scope,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      notOver: '“{title}”{end} 才结束，之后才能结清经费',
      notHeld: '“{title}”没有批准，没有经费可结',
      closing: '“{title}”的经费正在结清，不能再改',
      closed: '“{title}”的经费已经结清',
      ownCost: '“{title}”的社团经费是你经办的，要由另一个人复核',
      posted: '“{title}”的支出已记入社团经费，不能取消；记错的在社团经费里冲销',
    },
  },
)
export type Closing = Row<typeof activityClosing>
export type ActivityCost = Row<typeof activityCost>
const refusals = { ...activity.options.refusals, ...activityCost.options.refusals, ...activityClosing.options.refusals }
/** By whoever runs the activity, from its approval until its costs are closed. */
export const recordCost = action('activity.activityCost.record', '登记支出', {
  access: 'signedIn',
  input: { activityId, line: integer('预算行', { min: 1 }), item: text('项目', { max: 60 }), source, amount, vouchers },
  output: { id: ref('activityCost', '活动支出', need) },
  refusals,
})
export const removeCost = action('activity.activityCost.remove', '删除支出', {
  access: 'signedIn',
  input: { id: ref('activityCost', '活动支出', need) },
  output: 'none',
  refusals,
})
const note = activityClosing.fields.note
/** 60-AT11: within what the school lets pass it is settled; above it goes to who approved the budget. */
export const closeCosts = action('activity.activityClosing.close', '结清经费', {
  access: 'signedIn',
  input: { activityId, note },
  output: { state: closingStates.field('结果') },
  refusals,
})
const id = ref('activityClosing', '活动经费结清', need)
export const recloseCosts = action('activity.activityClosing.resubmit', '重新提交', { access: 'signedIn', input: { id, note }, output: 'none', refusals })
export const withdrawClosing = action('activity.activityClosing.withdraw', '撤回', { access: 'signedIn', input: { id }, output: 'none', refusals })
const sheet = {
  title: text('活动', { ...need, max: 60 }),
  planned: money('预算', need),
  spent: money('支出', need),
  /** How many percent of the budget may be spent beyond it. */
  percent: integer('可超支', need),
  purses: list('来源', shape('来源', { source: choice('来源', SOURCES, need), planned: money('预算', need), spent: money('支出', need), isOver: bool('超支', need) }), need),
  lines: list(
    '逐项',
    shape('项目', {
      line: integer('预算行'),
      item: text('项目', { ...need, max: 60 }),
      source: choice('来源', SOURCES, need),
      planned: money('预算', need),
      spent: money('支出', need),
      costs: list('支出', shape('支出', { id: ref('activityCost', '活动支出', need), amount: money('金额', need), maker: text('经办', { max: 64 }), vouchers }), need),
    }),
    need,
  ),
  /** What came to it, of those who were there. */
  present: integer('到场人数'),
  perPresent: money('人均'),
  note,
  figures: closingFigures,
} as const
/** Planned and spent, line by line, for whoever runs the activity. */
export const costSheet = action('activity.activityClosing.sheet', '经费结清', {
  method: 'GET',
  access: 'signedIn',
  input: { activityId },
  output: {
    ...sheet,
    closingId: text('编号', { max: 36 }),
    state: closingStates.field('状态', { required: false }),
    instanceId: text('流程', { max: 36 }),
    abilities: shape('可办理', { record: bool('登记', need), close: bool('结清', need), resubmit: bool('重新提交', need), withdraw: bool('撤回', need) }, need),
  },
  refusals,
})
/** The same for who decides. */
export const closingCard = action('activity.activityClosing.card', '审批卡', {
  method: 'GET',
  access: 'signedIn',
  input: { id },
  output: { ...sheet, organiser: text('组织单位', { max: 60 }) },
})
export const closingActions = [recordCost, removeCost, closeCosts, recloseCosts, withdrawClosing, costSheet, closingCard]
