import { decimal, integer, money, statistics } from '#model'

const need = { required: true } as const
/** 贷款统计: loans registered in the span, what of tuition they cover, and the money that is still awaited, by county. */
export const loanStatistics = statistics('loan.creditLoan.statistics', '贷款统计', {
  most: 1100,
  sums: {
    borrowers: integer('贷款人数', need),
    loans: integer('笔数', need),
    approved: money('贷款金额', need),
    arrived: money('已到账', need),
    awaited: money('未到账', need),
    tuition: money('学费', need),
    tuitionPart: money('贷款抵学费', need),
    coverage: decimal('学费覆盖率'),
  },
  by: { byCollege: '学院', byKind: '类型', byYear: '学年', byCounty: '生源地' },
  more: {
    near: integer('回执 15 天内截止', need),
    late: integer('回执已过期限', need),
    toConfirm: integer('应毕业确认', need),
    confirmed: integer('已毕业确认', need),
    confirmedRate: decimal('毕业确认率'),
  },
})
