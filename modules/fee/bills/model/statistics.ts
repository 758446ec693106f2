import { decimal, integer, list, money, ref, shape, statistics, text } from '#model'

const need = { required: true } as const
/** Since when what is owed has been due. */
export const AGES = { d30: '30 天内', d90: '31 至 90 天', d365: '91 天至 1 年', more: '1 年以上' } as const

/** 收缴统计: lines by their due date. How much of what was charged has come in, and of that what is left once deferred and waiting loans are taken out. */
export const collectionStatistics = statistics('fee.billLine.statistics', '收缴统计', {
  most: 1200,
  input: { itemId: ref('chargeItem', '收费项目') },
  sums: {
    lines: integer('笔数', need),
    net: money('应收', need),
    collected: money('已收', need),
    late: money('欠费', need),
    rate: decimal('收缴率'),
    rateDeferred: decimal('收缴率（不含缓缴）'),
    rateLoan: decimal('收缴率（不含缓缴和等待贷款）'),
  },
  by: { byCollege: '学院', byGrade: '年级', byItem: '收费项目' },
  more: {
    deferred: money('缓缴', need),
    loanPending: money('等待贷款', need),
    own: money('自缴', need),
    loan: money('贷款抵缴', need),
    aid: money('资助抵缴', need),
    aidShare: decimal('资助占比'),
    byDay: list('每天收款', shape('一天', { key: text('日期', { ...need, max: 10 }), amount: money('收款', need), lastYear: money('去年同日', need) }), need),
    byAge: list(
      '欠费账龄',
      shape('账龄', { key: text('代码', { ...need, max: 10 }), label: text('账龄', { ...need, max: 20 }), people: integer('人数', need), owed: money('欠费', need) }),
      need,
    ),
  },
})
