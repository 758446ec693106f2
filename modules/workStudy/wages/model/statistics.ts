import { decimal, integer, money, statistics } from '#model'

const need = { required: true } as const
/** 勤工助学统计: hours and pay by unit, college and month, and how the posts are filled. */
export const workStatistics = statistics('workStudy.hourEntry.statistics', '勤工助学统计', {
  most: 800,
  sums: { hours: decimal('小时', need), people: integer('人数', need), pay: money('报酬', need), payPerHour: money('每小时报酬') },
  by: { byUnit: '用工单位', byCollege: '学院', byMonth: '月份' },
  more: {
    posts: integer('岗位', need),
    headcount: integer('名额', need),
    filled: integer('在岗和待答复', need),
    fillPercent: decimal('到岗率', need),
    recognisedPercent: decimal('认定的困难学生占比', need),
    waiting: integer('应聘而没有岗位的学生', need),
  },
})
