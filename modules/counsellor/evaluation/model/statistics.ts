import { decimal, integer, statistics } from '#model'

const need = { required: true } as const
/** 考核统计: results on notice and final ones, by the last day of their period. */
export const evaluationStatistics = statistics('counsellor.fdyEvalResult.statistics', '考核统计', {
  most: 4000,
  sums: {
    people: integer('考核人数', need),
    excellent: integer('优秀', need),
    incompetent: integer('不称职', need),
    mean: decimal('平均总分', { precision: 5, scale: 1 }),
    students: decimal('学生评价平均', { precision: 5, scale: 1 }),
  },
  by: { byYear: '年份', byScheme: '考核', byCollege: '学院', byGrade: '等级' },
})
