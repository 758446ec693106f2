import { integer, statistics } from '#model'

const need = { required: true } as const
/** 任职统计: posts that were held in a span of dates, by kind, organisation, college, year of entry and gender. */
export const orgStatistics = statistics('studentOrg.orgAppointment.statistics', '任职统计', {
  most: 600,
  sums: { posts: integer('任职', need), people: integer('人数', need), further: integer('兼任', need), elected: integer('选举产生', need) },
  by: { byKind: '岗位类别', byType: '组织类型', byCollege: '学院', byGrade: '年级', byGender: '性别' },
})
