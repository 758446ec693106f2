import { action, dict, integer, list, ref, shape, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { alumniIndustry } from './dictionaries.ts'

const need = { required: true } as const
const counts = { people: integer('人数', need), reachable: integer('可联系', need) } as const
const groups = (label: string) => list(label, shape('分组', { key: text('代码', { ...need, max: 120 }), label: text('名称', { ...need, max: 200 }), ...counts }), need)
const YEAR = { min: 1900, max: 2100 } as const
const asked = {
  fromYear: integer('毕业年份从', YEAR),
  toYear: integer('毕业年份到', YEAR),
  departmentId: ref('department', '院系'),
  province: cantonCode('所在省份'),
  industry: dict('行业', alumniIndustry),
} as const
const refusals = {
  order: '毕业年份 {toYear} 早于 {fromYear}',
  tooFew: '符合条件的校友不到 {least} 人，不显示统计',
  empty: '没有可导出的数据！',
} as const
export const GROUPINGS = { byYear: '按毕业年份', byRegion: '按地区', byIndustry: '按行业', byCollege: '按院系' } as const
/** Alumni by year, region, industry and college, and who of them may be contacted: as they stand now. Filters cross them with each other. */
export const alumniStatistics = action('alumni.alumnus.statistics', '校友统计', {
  method: 'GET',
  input: asked,
  output: {
    people: integer('校友', need),
    reachable: integer('可联系', need),
    percent: integer('可联系率'),
    employed: integer('有工作单位', need),
    located: integer('有所在地区', need),
    byYear: groups(GROUPINGS.byYear),
    byRegion: groups(GROUPINGS.byRegion),
    byIndustry: groups(GROUPINGS.byIndustry),
    byCollege: groups(GROUPINGS.byCollege),
  },
  refusals,
})
export const alumniStatisticsSheet = action('alumni.alumnus.exportStatistics', '导出统计', {
  method: 'GET',
  permission: alumniStatistics.permission,
  input: asked,
  output: 'file',
  refusals,
})
