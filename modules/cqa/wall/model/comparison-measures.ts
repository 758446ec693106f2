import { decimal, integer, list, measure, shape, text } from '#model'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const word = (label: string, max = 100) => text(label, { ...need, max })
const mark = (label: string) => decimal(label, { precision: 8, scale: 1 })
const HOURLY = 3600
const xn = text('学年', { max: 9 })

export const wallHeat = measure('cqa.wallHeat', '学院各维度得分率', {
  definition: '最近一次已定的测评里，各学院每个维度平均分占满分的比例；人数不足统计最小人数的学院不列',
  refresh: HOURLY,
  output: {
    xn,
    dimensions: list('维度', word('维度'), need),
    colleges: list('学院', shape('学院', { name: word('学院'), rates: list('得分率', shape('得分率', { rate: mark('得分率') }), need) }), need),
  },
})
export const wallMeans = measure('cqa.wallMeans', '专业和年级平均分', {
  definition: '最近一次已定的测评的平均总分，按专业和年级；不足 15 人的不列',
  refresh: HOURLY,
  output: {
    majors: list('专业', shape('专业', { name: word('专业'), mean: mark('平均分') }), need),
    grades: list('年级', shape('年级', { grade: count('年级'), mean: mark('平均分') }), need),
  },
})
export const wallSources = measure('cqa.wallSources', '得分来源', {
  definition: '最近一次已定的测评里佐证带来的分数，按佐证类别占全部的比例；一个指标收几类佐证的算多类',
  refresh: HOURLY,
  output: { sources: list('来源', shape('来源', { label: word('来源'), points: mark('人均分'), share: mark('占比') }), need) },
})
export const wallEvenness = measure('cqa.wallEvenness', '班级间差异', {
  definition: '最近一次已定的测评里，同一专业各班平均分的标准差，按维度取各专业的平均；标准差大的维度评分尺度不一',
  refresh: HOURLY,
  output: { dimensions: list('维度', shape('维度', { name: word('维度'), deviation: decimal('标准差', { precision: 8, scale: 2 }) }), need) },
})
export const wallYears = measure('cqa.wallYears', '历年得分率', {
  definition: '最近四个学年已定的测评各维度平均分占满分的比例',
  refresh: HOURLY,
  output: {
    dimensions: list('维度', word('维度'), need),
    years: list('学年', shape('学年', { xn: word('学年', 9), rates: list('得分率', shape('得分率', { rate: mark('得分率') }), need) }), need),
  },
})
export const wallChange = measure('cqa.wallChange', '与上次相比', {
  definition: '最近两次已定的测评都有总分的学生，总分变化的中位数，按年级',
  refresh: HOURLY,
  output: { grades: list('年级', shape('年级', { grade: count('年级'), change: decimal('变化', { precision: 8, scale: 2 }), students: count('人数') }), need) },
})
export const COMPARISON_MEASURES = [wallHeat, wallMeans, wallSources, wallEvenness, wallYears, wallChange]
