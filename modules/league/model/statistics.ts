import { integer, money, statistics } from '#model'

const required = { required: true } as const
/** 团费统计: what came in, by branch, college and day. */
export const leagueStatistics = statistics('league.leagueFee.statistics', '团费统计', {
  most: 400,
  sums: { fees: integer('笔数', required), people: integer('人数', required), paid: money('金额', required), forOthers: integer('代缴', required) },
  by: { byBranch: '团支部', byCollege: '学院', byDay: '日期' },
})
