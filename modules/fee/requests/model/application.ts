import { bool, choice, date, integer, list, money, pickFields, shape, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { shownOfLine } from '../../bills/model/bill-line.ts'
import { REFUND_RULES } from '../../prices/model/charge-item.ts'
import { asked, feeApplication, REQUEST_KINDS } from './fee-application.ts'

const need = { required: true } as const
const line = shape('应缴', {
  ...shownOfLine,
  refundRule: choice('退费办法', REFUND_RULES, need),
  /** Last day of its school year: deferrals and instalments end by then. */
  yearEnd: date('学年结束', need),
})
const part = shape('逐笔金额', {
  ...pickFields(shownOfLine, ['item', 'xn', 'owed']),
  amount: money('金额', need),
  used: integer('已用月数'),
  of: integer('总月数'),
})
const own = ownApplication(feeApplication, { form: asked, answers: ['items', 'amount'] })

/** 缓缴、分期、减免、退费 as applications of a student. */
export const requestApplication = {
  apply: own.apply('申请缓缴、分期或退费'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({ lines: list('应缴明细', line, need), credit: money('预存', need), firstPercent: integer('首期比例', need) }),
  preview: own.preview(
    { kind: choice('申请', REQUEST_KINDS, need), lineIds: asked.lineIds, amount: asked.amount, until: asked.until },
    { amount: money('涉及金额', need), least: money('首期至少', need), lastDay: date('最晚', {}), isCredit: bool('退预存', need) },
  ),
  mine: own.mine(['items', 'decidedAt', 'rest']),
  card: own.card({
    kind: choice('申请', REQUEST_KINDS, need),
    parts: list('逐笔金额', part, need),
    plan: asked.plan,
    until: asked.until,
    amount: money('金额', need),
    arrears: money('欠费', need),
    credit: money('预存', need),
    earlier: list(
      '以往申请',
      shape('申请', { id: text('编号', { ...need, max: 36 }), kind: choice('申请', REQUEST_KINDS, need), items: feeApplication.fields.items, state: feeApplication.fields.state }),
      need,
    ),
  }),
}
