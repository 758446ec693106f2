import { action, bool, choice, date, integer, list, money, pickFields, ref, revealed, shape, text } from '#model'
import { LINE_STATES } from '#modules/fee/bills/model/bill-line.ts'
import { student } from '#modules/student/model/student.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { lookUp } from '../../desk/model/actions.ts'
import { submitStep } from '../../steps/model/actions.ts'
import { asked, greenChannel } from './green-channel.ts'

const need = { required: true } as const
const own = ownApplication(greenChannel, { form: asked, realms: ['welcome'] })
const { fields } = greenChannel
const item = text('收费项目', { ...need, max: 60 })
const DECIDES = 'whoever decides on the case; each reading is in the audit'
const line = shape('缓缴项目', { item, defer: money('申请缓缴', need), granted: money('同意缓缴'), left: money('还没有缴'), closedOn: date('缴清日期') })
/** The green channel as an application of a new student, made in the welcome realm. */
export const greenApplication = {
  apply: own.apply('申请绿色通道'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  mine: own.mine(['total', 'deferred', 'until', 'onSite'], { also: { lines: asked.lines, items: list('缓缴项目', line, need) } }),
  card: own.card({
    ...{ reasons: revealed(asked.reasons, DECIDES), note: revealed(asked.note, DECIDES), loanReceiptCode: revealed(asked.loanReceiptCode, DECIDES) },
    ...pickFields(fields, ['packages', 'expectedPay', 'total', 'deferred', 'until', 'onSite']),
    items: list('缓缴项目', line, need),
  }),
}
const owed = {
  id: text('编号', { ...need, max: 36 }),
  item,
  ...{ charged: money('应缴', need), owed: money('还欠', need), dueDate: date('缴费截止', need), state: choice('状态', LINE_STATES, need) },
  isVoluntary: bool('自愿', need),
} as const
const { permission } = submitStep
/** 30-WG1, WG7: the fee step by item. */
export const myDues = action('welcome.greenChannel.dues', '我的缴费', {
  method: 'GET',
  realms: ['welcome'],
  permission,
  output: { lines: list('应缴', shape('应缴', { ...owed, payNow: money('现在缴', need) }), need), deferred: money('绿色通道缓缴', need), until: date('缓缴到') },
})
/** A page on which what is chosen is paid, by the student or whoever helps. */
export const payDues = action('welcome.greenChannel.pay', '去支付', {
  realms: ['welcome'],
  permission,
  input: { lineIds: list('应缴明细', ref('billLine', '应缴明细', need), { ...need, min: 1, max: 20 }) },
  output: { path: text('地址', { ...need, max: 300 }) },
})
const SITE = 'welcome:greenChannel:approveOnSite'
const who = pickFields(lookUp.input, ['pointId', 'code', 'name', 'last4'])
const refusals = { ...greenChannel.options.refusals, ...lookUp.refusals }
/** Who stands at the point, what is owed, and what has been applied for. */
export const siteCard = action('welcome.greenChannel.atPoint', '现场查看', {
  method: 'GET',
  permission: SITE,
  input: who,
  output: {
    name: student.fields.name,
    mustCheckId: bool('须核对证件', need),
    lines: list('应缴', shape('应缴', owed), need),
    pending: bool('有待审批的申请', need),
    deferred: money('缓缴中', need),
  },
  refusals,
})
/** 30-WG4: the whole flow at once, by an officer at a point. */
export const approveOnSite = action('welcome.greenChannel.approveOnSite', '现场同意', {
  input: { ...who, idChecked: bool('已核对证件', { initial: false }), ...pickFields(asked, ['reasons', 'lines', 'loanReceiptCode', 'packages', 'expectedPay', 'note']) },
  output: { deferred: money('缓缴', need), until: date('缓缴到', need) },
  refusals,
})
/** 绿色通道: numbers and amounts by college. */
export const greenFigures = action('welcome.greenChannel.figures', '绿色通道统计', {
  method: 'GET',
  permission: 'welcome:greenChannel:list',
  many: true,
  output: {
    departmentId: text('学院', { max: 36 }),
    department: text('学院', { ...need, max: 60 }),
    ...{ people: integer('人数', need), pending: integer('审批中', need), onSite: integer('现场办理', need), granted: money('同意缓缴', need), deferred: money('缓缴中', need) },
  },
})
export const greenActions = [...Object.values(greenApplication), myDues, payDues, siteCard, approveOnSite, greenFigures]
