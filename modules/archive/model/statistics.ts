import { decimal, integer, statistics } from '#model'

const count = (label: string) => integer(label, { required: true })
/** Files of those who entered in a span of dates: how many have come, and how many are complete. */
export const fileStatistics = statistics('archive.archiveFile.statistics', '档案统计', {
  most: 4000,
  sums: { files: count('应到'), received: count('已收到'), complete: count('材料齐全'), percent: decimal('到档率'), completePercent: decimal('齐全率') },
  by: { byOrigin: '生源地', byCollege: '学院', byState: '状态' },
  more: { late: count('转递超期') },
})
/** Where those went who finished in a span, by what was verified on its last day. */
export const destinationStatistics = statistics('archive.graduateDestination.statistics', '去向统计', {
  most: 4000,
  sums: { people: count('毕业学生'), known: count('已核实'), percent: decimal('核实率') },
  by: { byKind: '去向类别', byCollege: '学院', byMajor: '专业' },
})
