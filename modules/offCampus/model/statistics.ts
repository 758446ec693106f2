import { integer, statistics } from '#model'

const count = (label: string) => integer(label, { required: true })
/** Stays that were applied for in a span of dates: why, where they stand, and how they are looked after. */
export const stayStatistics = statistics('offCampus.offCampusStay.statistics', '校外住宿统计', {
  most: 1500,
  sums: {
    applied: count('申请'),
    approved: count('批准'),
    living: count('现在在外'),
    expired: count('到期未返'),
    revoked: count('撤销'),
    checked: count('走访过'),
    risks: count('隐患未整改'),
  },
  by: { byKind: '类别', byGrade: '年级', byCollege: '学院', byArea: '地区' },
})
