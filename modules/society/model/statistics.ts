import { decimal, integer, list, money, shape, statistics, text } from '#model'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const group = (label: string) =>
  list(
    label,
    shape(label, { key: text('代码', { ...need, max: 40 }), label: text('名称', { ...need, max: 60 }), members: count('成员'), students: count('参加社团的学生') }, need),
    need,
  )
/** 社团统计: societies and members as they stand, with who joined and left, what was spent and how long advisors guided in a span. */
export const societyStatistics = statistics('society.society.statistics', '社团统计', {
  most: 1500,
  sums: {
    ...{ societies: count('社团'), members: count('成员'), joined: count('新加入'), left: count('退出人数'), churn: decimal('流失率', { precision: 5, scale: 1 }) },
    ...{ spent: money('支出', need), perMember: money('成员人均支出'), advised: decimal('指导时长（小时）', { ...need, precision: 10, scale: 1 }) },
  },
  by: { byCategory: '类别', byUnit: '业务指导单位', byLevel: '级别' },
  more: {
    ...{ pupils: count('在校学生'), without: count('没有参加社团的学生') },
    byCollege: group('按学院'),
    byGrade: group('按年级'),
    /** Living societies in which no advisor noted any hours. */
    unadvised: list('没有指导记录的社团', shape('社团', { id: text('编号', { ...need, max: 36 }), name: text('名称', { ...need, max: 40 }), members: count('成员') }, need), need),
  },
})
