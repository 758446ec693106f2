import { decimal, integer, statistics } from '#model'

const required = { required: true } as const
/** 认定统计: who has which level on the last day of the span, and who of them gets aid. */
export const levelStatistics = statistics('hardship.aidLevelSpan.statistics', '认定统计', {
  most: 400,
  sums: { students: integer('人数', required) },
  by: { byLevel: '等级', byCollege: '学院', byCause: '缘由' },
  more: {
    share: decimal('认定比例', required),
    floors: integer('保底认定', required),
    withoutAid: integer('认定后没有资助'),
    aidedOnly: integer('有资助没有认定'),
    raised: integer('提高', required),
    lowered: integer('降低', required),
    fresh: integer('新认定', required),
    gone: integer('不再认定', required),
  },
})
