import { action, choice, date, dict, entity, integer, json, list, money, ref, shape, text } from '#model'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { GROUNDS } from './liability.ts'
import { leagueFeeClass } from './member.ts'

/** What a class of members pays a month, in fen. */
export interface Standard {
  feeClass: string
  monthly: number
}
export const FEES_STATES = { none: '未生成', running: '生成中', done: '已生成', failed: '中断' } as const

/** 收缴计划: the league fees of some months, collected together. */
export const leagueFeePlan = entity(
  'league.leagueFeePlan',
  '收缴计划',
  {
    ...roundFields,
    fromMonth: date('从哪个月', { required: true, sortable: true, help: '任选这个月里的一天' }),
    months: integer('几个月', { required: true, initial: 6, min: 1, max: 12 }),
    /** 40-G1: classes with wages; what students pay is a policy figure. */
    standards: json<readonly Standard[]>('收费标准', { help: '有工资收入的团员按类别填写每月金额' }),
    dueDate: date('缴费截止', { required: true, sortable: true }),
    merchantId: ref('merchantAccount', '团费账户', { required: true }),
    feesState: choice('应缴名单', FEES_STATES, { required: true, readonly: true, initial: 'none' }),
    heads: integer('应缴人数', { required: true, readonly: true, initial: 0 }),
    total: money('应缴金额', { required: true, readonly: true, initial: 0 }),
    behindToldOn: date('提醒落后支部', { readonly: true, secret: 'internal' }),
  },
  {
    title: 'name',
    scope: { everyone: 'plans are announced to all members of the school' },
    select: 'scoped',
    selectFields: ['fromMonth', 'months', 'dueDate', 'state'],
    sort: ['-fromMonth'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      merchant: '“{merchant}”不是可用的团费账户',
      item: '还没有编号为“{code}”、记在团费账簿的收费项目，请财务处先建立',
      standards: '还没有填写这些类别的标准：{classes}',
      standardForm: '收费标准要写明类别和每月金额，同一类别只写一次',
      overlap: '“{other}”已经收 {months} 的团费，月份不能重叠',
      dueEarly: '缴费截止 {dueDate} 早于开始收缴的 {begin}',
    },
  },
)
export const planActions = roundActions(leagueFeePlan)
const count = (label: string) => integer(label, { required: true })
/** What publishing would charge: heads, sum, and who is exempt by ground. Stores nothing. */
export const previewPlan = action('league.leagueFeePlan.previewFees', '预览应缴', {
  method: 'GET',
  permission: planActions.publish.permission,
  inScope: true,
  input: { id: ref('leagueFeePlan', '收缴计划', { required: true }) },
  output: {
    heads: count('应缴人数'),
    sum: money('应缴金额', { required: true }),
    byClass: list(
      '按类别',
      shape('类别', { feeClass: dict('团费类别', leagueFeeClass, { required: true }), heads: count('人数'), monthly: money('每月', {}), sum: money('金额', { required: true }) }),
      { required: true },
    ),
    exempt: list('免缴', shape('免缴', { ground: choice('原因', GROUNDS, { required: true }), heads: count('人数') }), { required: true }),
    partial: count('只缴部分月份'),
    missing: list('没有标准的类别', text('类别', { max: 60 }), { required: true }),
  },
})
/** Goes on with a list that was interrupted. */
export const resumePlan = action('league.leagueFeePlan.resumeFees', '继续生成', {
  permission: planActions.publish.permission,
  input: { id: ref('leagueFeePlan', '收缴计划', { required: true }) },
  output: 'none',
  inScope: true,
})
