import { decimal, integer, statistics } from '#model'

const need = { required: true } as const
/** What students earned in a span of days, by college, category and month. */
export const growthStatistics = statistics('growth.growthEntry.statistics', '成长统计', {
  most: 1500,
  sums: {
    entries: integer('记录数', need),
    students: integer('学生', need),
    hours: decimal('总时长', { ...need, precision: 12, scale: 1 }),
    countedHours: decimal('计入时长', { ...need, precision: 12, scale: 1 }),
    countedPoints: decimal('计入积分', { ...need, precision: 12, scale: 2 }),
    perStudent: decimal('人均计入时长', { precision: 8, scale: 1 }),
  },
  by: { byCollege: '学院', byCategory: '类别', byMonth: '月份' },
  more: { without: integer('本学期没有记录的学生') },
})
