import { choice, decimal, integer, list, ref, shape, statistics, text } from '#model'
import { INDEX_KINDS } from '../../schemes/model/index-row.ts'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const mark = (label: string) => decimal(label, { precision: 8, scale: 2 })
const rate = (label: string) => decimal(label, { precision: 5, scale: 1 })
const word = (label: string, max = 100) => text(label, { ...need, max })
const { auto, deduct, grades, scored, imported } = INDEX_KINDS
/** Where points come from: the kinds of leaves, and what every student starts with. */
export const POINT_SOURCES = { base: '基础分', auto, deduct, grades, scored, imported } as const

/** 测评统计: how totals are distributed, how evenly classes of one major were marked, where points come from, and how many results were objected to. */
export const resultStatistics = statistics('cqa.cqaSheet.statistics', '测评统计', {
  most: 1500,
  input: { schemeId: ref('cqaScheme', '测评方案'), departmentId: ref('department', '学院') },
  sums: {
    ...{ students: count('参加测评'), scored: count('有总分'), mean: mark('平均分'), lowest: mark('最低总分'), highest: mark('最高总分'), deviation: mark('标准差') },
    ...{ noticed: count('公示过'), objected: count('被提异议'), upheld: count('异议成立'), objectionRate: rate('异议率') },
  },
  by: { byBand: '总分分布', byCollege: '学院', byMajor: '专业', byGrade: '年级', byYear: '学年' },
  more: {
    dimensions: list('各维度平均分', shape('维度', { name: word('维度'), students: count('人数'), mean: mark('平均分'), rate: rate('得分率') }), need),
    /** Between the classes of a major and grade in a scheme, the widest first. */
    spreads: list(
      '同专业各班的差距',
      shape('差距', {
        key: word('代码', 200),
        major: word('专业'),
        grade: integer('年级'),
        scheme: word('测评方案'),
        dimension: word('维度'),
        classes: count('班级数'),
        lowestClass: word('最低的班'),
        lowest: mark('最低平均分'),
        highestClass: word('最高的班'),
        highest: mark('最高平均分'),
        spread: mark('相差'),
      }),
      need,
    ),
    /** Points of a student on average, as the indexes have them, before groups weigh them. */
    sources: list('得分来源', shape('来源', { source: choice('得分来源', POINT_SOURCES, need), points: mark('人均得分') }), need),
  },
})
