import { decimal, integer, money, statistics } from '#model'

const count = (label: string) => integer(label, { required: true })
/** Awards of a span by what the school is asked about. */
export const awardStatistics = statistics('award.awardRecord.statistics', '获奖统计', {
  most: 1500,
  sums: { awards: count('获奖'), students: count('获奖学生'), amount: money('金额', { required: true }), average: money('人均') },
  by: { byCollege: '学院', byMajor: '专业', byGender: '性别', byOrigin: '生源地', byHardship: '困难等级', byItem: '奖项', byYear: '学年' },
  more: { pupils: count('在校学生'), never: count('从未获奖'), neverShare: decimal('从未获奖比例') },
})
