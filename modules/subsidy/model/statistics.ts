import { decimal, integer, money, statistics, text } from '#model'

const need = { required: true } as const
/** 资助统计: what was granted in a span, to whom by level of need; how soon help comes, and who has none. */
export const subsidyStatistics = statistics('subsidy.subsidyGrant.statistics', '资助统计', {
  most: 1500,
  sums: { grants: integer('资助笔数', need), students: integer('学生人数', need), amount: money('金额', need), paid: money('已发放', need), average: money('人均') },
  by: { byLevel: '困难等级', byItem: '项目', byCollege: '学院', byYear: '学年' },
  more: {
    xn: text('学年', { ...need, max: 9 }),
    recognised: integer('认定学生', need),
    withoutAid: integer('认定没有资助', need),
    overlap: integer('受两种以上资助', need),
    daysToPay: decimal('从事发到发放的天数'),
  },
})
