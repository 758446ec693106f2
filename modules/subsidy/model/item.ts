import { bool, choice, dict, entity, integer, json, list, money, ref, shape, text } from '#model'
import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'

export const MODES = { apply: '按批次申请', list: '按名单发放', standing: '随时申请' } as const
export const EFFECTS = { payout: '发放到银行卡', reduceFee: '减免费用' } as const
export const FREQUENCIES = { once: '一次', monthly: '按月' } as const
/** Figures of the state that bound the tiers of an item. */
export const BOUNDS = { nationalGrant: '国家助学金' } as const
/** What a level of need gets, in fen of a school year. */
export interface Tier {
  level: string
  amount: number
}
/** 资助项目. */
export const subsidyItem = entity(
  'subsidy.subsidyItem',
  '资助项目',
  {
    code: text('编号', { required: true, immutable: true, max: 20, format: 'code' }),
    name: text('名称', { required: true, max: 60, search: true }),
    mode: choice('方式', MODES, { required: true, immutable: true }),
    effect: choice('兑现', EFFECTS, { required: true, immutable: true }),
    fundId: ref('fundAccount', '经费', { help: '发放到银行卡的必填；减免费用不填时，学校少收这笔钱' }),
    tiers: list('档次', shape('一档', { level: dict('困难等级', aidLevel, { required: true }), amount: money('金额', { required: true, min: 1 }) }), { max: 6 }),
    figure: choice('执行政策', BOUNDS, { help: '各档金额和平均金额不超过政策规定' }),
    conditions: json<readonly NamedCondition[]>('条件', { help: '按这些条件生成名单，申请时也核对' }),
    frequency: choice('发放次数', FREQUENCIES, { required: true, initial: 'once' }),
    months: integer('月数', { required: true, initial: 10, min: 1, max: 12, help: '按月发放时，一学年发几个月' }),
    maxPerYear: integer('每人每学年最多', { required: true, initial: 1, min: 1, max: 20 }),
    urgent: bool('临时困难补助', { required: true, initial: false, help: '随时受理，三个工作日内答复' }),
    exclusions: list('不能同时享受', ref('subsidyItem', '项目', { required: true }), { max: 20 }),
    chargeItemId: ref('chargeItem', '减免哪项费用'),
    refundsPaid: bool('已缴的退还', { required: true, initial: false, help: '减免超过欠费的部分发到银行卡，要有经费' }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'items of the school, without data of students' },
    select: 'open',
    selectFields: ['mode', 'effect'],
    unique: [['code']],
    sort: ['code'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      noFund: '“{name}”要选经费',
      noCharge: '“{name}”要选减免哪项费用',
      monthlyFee: '减免费用不能按月发放',
      urgentMode: '临时困难补助应是随时申请、一次发放',
      tierTwice: '同一困难等级只能有一档',
      tierBounds: '政策规定每档 {least} 至 {most} 元，{amount} 元不在其中',
      used: '“{name}”已有申请或资助，不能删除，可以停用',
    },
  },
)
