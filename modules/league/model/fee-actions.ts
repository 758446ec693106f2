import { action, bool, choice, date, integer, json, list, money, pickFields, ref, shape, text } from '#model'
import { PROVIDERS, SCENES } from '#modules/fee/merchants/model/merchant-account.ts'
import type { Payload } from '#modules/fee/merchants/model/provider.ts'
import { leagueFee } from './fee.ts'
import { PARTY_STAGES } from './member.ts'
import { remittance, remittanceStates } from './remittance.ts'

const need = { required: true } as const
const name = text('姓名', { ...need, max: 64 })
const id = ref('leagueFee', '团费', need)
const ids = list('团费', id, { ...need, min: 1, max: 200 })
const count = (label: string) => integer(label, need)
const fee = shape('团费', {
  id,
  ...pickFields(leagueFee.fields, ['kind', 'fromMonth', 'toMonth', 'months', 'amount', 'paid', 'state', 'ground', 'dueDate', 'paidAt']),
  paidBy: text('代缴人', { max: 64 }),
})
/** 我的团费: the caller's own, how it can be paid, and for a branch secretary who of the branch has not paid. */
export const myLeague = action('league.leagueFee.mine', '我的团费', {
  method: 'GET',
  output: {
    member: shape('团员', {
      id: ref('leagueMember', '团员', need),
      branch: text('团支部', { ...need, max: 60 }),
      joinedOn: date('入团时间', need),
      partyStage: choice('入党阶段', PARTY_STAGES, need),
      isLiable: bool('本月应缴', need),
    }),
    fees: list('团费', fee, need),
    way: shape('支付方式', {
      merchantId: text('收款账户', { ...need, max: 36 }),
      name: text('名称', { ...need, max: 60 }),
      provider: choice('支付渠道', PROVIDERS, need),
      scenes: list('场景', choice('场景', SCENES), need),
    }),
    branch: shape('本支部', {
      id: ref('leagueBranch', '团支部', need),
      name: text('团支部', { ...need, max: 60 }),
      members: count('团员'),
      unpaid: list('未缴', shape('未缴', { id, name, ...pickFields(leagueFee.fields, ['months', 'amount', 'paid', 'state', 'dueDate', 'remindedOn']) }), need),
      /** What the secretary hands up: without a state, what was collected and stands in no remittance yet. */
      handUp: list(
        '上缴',
        shape('上缴', {
          planId: text('收缴计划', { ...need, max: 36 }),
          plan: text('收缴计划', { ...need, max: 100 }),
          amount: money('应上缴', need),
          remittanceId: text('上缴', { max: 36 }),
          state: choice('状态', remittanceStates.labels),
          note: remittance.fields.note,
        }),
        need,
      ),
    }),
  },
})
/** 40-G7: pays fees of the caller, or of members of the caller's branch, in one order. Those paid meanwhile are left out and named. */
export const payFor = action('league.leagueFee.payFor', '缴团费', {
  permission: myLeague.permission,
  input: {
    ids,
    amount: money('金额', { ...need, min: 1, help: '页面上显示的合计，实际不会超过它' }),
    merchantId: ref('merchantAccount', '收款账户', need),
    scene: choice('场景', SCENES, need),
    idemKey: text('请求编号', { ...need, min: 8, max: 64 }),
  },
  output: {
    id: text('订单', { ...need, max: 36 }),
    orderNo: text('订单号', { ...need, max: 24 }),
    amount: money('金额', need),
    payload: json<Payload>('支付参数', { ...need, untyped: 'made by the adapter' }),
    dropped: list('没有列入', shape('没有列入', { name, why: choice('原因', { paid: '已缴清', paying: '正在支付' }, need) }), need),
  },
  isWhole: false,
})
/** 40-G4: the caller's next months, or an amount of one's own will. */
export const payAhead = action('league.leagueFee.ahead', '预缴', {
  permission: myLeague.permission,
  input: { months: integer('几个月', { ...need, min: 1, max: 12 }) },
  output: { id },
})
export const payVoluntarily = action('league.leagueFee.volunteer', '自愿多缴', {
  permission: myLeague.permission,
  input: { amount: money('金额', { ...need, min: 1, max: 1_000_000 }) },
  output: { id },
})
/** 40-G4: months that a member owes and no plan has charged, at most six back. */
export const chargeMonths = action('league.leagueMember.charge', '补缴', {
  input: { id: ref('leagueMember', '团员', need), from: date('从哪个月', need), to: date('到哪个月', need) },
  output: { months: count('月数'), amount: money('金额', need) },
  inScope: true,
})
export const remindUnpaid = action('league.leagueFee.remind', '提醒缴费', {
  input: { ids },
  output: { told: count('已提醒'), skipped: count('今天已提醒过') },
})
const group = shape('一组', {
  id: text('编号', { ...need, max: 36 }),
  name: text('名称', { ...need, max: 120 }),
  heads: count('应缴'),
  paidHeads: count('已缴'),
  amount: money('应缴金额', need),
  paid: money('已缴金额', need),
  percent: integer('进度', {}),
})
/** 收缴进度: colleges; of a college its branches; of a branch its members. */
export const feeProgress = action('league.leagueFee.progress', '收缴进度', {
  method: 'GET',
  permission: 'league:leagueFee:list',
  input: { planId: ref('leagueFeePlan', '收缴计划'), departmentId: ref('department', '学院'), branchId: ref('leagueBranch', '团支部') },
  output: {
    planId: text('收缴计划', { max: 36 }),
    plans: list('收缴计划', shape('收缴计划', { id: text('编号', { ...need, max: 36 }), name: text('名称', { ...need, max: 100 }) }), need),
    whole: group,
    groups: list('下级', group, need),
    people: list('团员', shape('团员', { id, name, ...pickFields(leagueFee.fields, ['months', 'amount', 'paid', 'state', 'ground', 'paidAt']) }), need),
  },
})
