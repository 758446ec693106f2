import { decimal, integer, statistics } from '#model'

const count = (label: string) => integer(label, { required: true })
/** Punishments decided in a span. */
export const punishmentStatistics = statistics('discipline.punishment.statistics', '处分统计', {
  most: 3700,
  sums: { punishments: count('处分'), students: count('受处分学生'), repeated: count('再次受处分'), repeatShare: decimal('再犯率'), days: decimal('平均办理天数') },
  by: { byCollege: '学院', byGrade: '年级', byCategory: '违纪类别', byYear: '年份' },
  more: { pupils: count('在校学生'), perThousand: decimal('每千人处分') },
})
