import { bool, datetime, decimal, integer, list, measure, shape, text } from '#model'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const word = (label: string, max = 100) => text(label, { ...need, max })
const share = (label: string) => decimal(label, { precision: 6, scale: 1 })

export const wallStages = measure('cqa.wallStages', '各环节人数', {
  definition: '正在进行的测评方案里，测评表停在各环节的人数；不参加测评的另计',
  refresh: 60,
  output: {
    name: text('方案', { max: 100 }),
    total: count('参加'),
    excluded: count('不参加'),
    stages: list('环节', shape('环节', { label: word('环节'), count: count('人数') }), need),
  },
})
export const wallColleges = measure('cqa.wallColleges', '各学院完成', {
  definition: '辅导员已审核及以后的测评表，占参加测评的比例，按学院',
  refresh: 60,
  output: { colleges: list('学院', shape('学院', { name: word('学院'), done: count('已审核'), total: count('参加') }), need) },
})
export const wallDimensions = measure('cqa.wallDimensions', '各维度得分率', {
  definition: '已定的测评表各维度平均分占满分的比例；这次还没有已定的，为上一次的',
  refresh: 3600,
  output: { isFormer: bool('上一次的', need), dimensions: list('维度', shape('维度', { name: word('维度'), mean: share('平均分'), rate: share('得分率') }), need) },
})
export const wallHistogram = measure('cqa.wallHistogram', '总分分布', {
  definition: '公示中和已定的测评表的总分，每 5 分一段；人数不足统计最小人数的段与相邻的合并',
  refresh: 3600,
  output: { bands: list('分数段', shape('分数段', { from: count('从'), until: count('到'), count: count('人数') }), need) },
})
export const wallClasses = measure('cqa.wallClasses', '进度最慢的班级', {
  definition: '完成当前环节的测评表占参加测评的比例最低的 10 个班级',
  refresh: 60,
  output: { classes: list('班级', shape('班级', { name: word('班级'), done: count('已完成'), total: count('参加') }), need) },
})
export const wallObjections = measure('cqa.wallObjections', '异议', {
  definition: '对结果的异议：待答复、已答复、其中成立的，和从提出到答复的工作日的中位数',
  refresh: 60,
  output: { open: count('待答复'), answered: count('已答复'), upheld: count('成立'), days: decimal('工作日', { precision: 5, scale: 1 }) },
})
export const wallClock = measure('cqa.wallClock', '环节截止', {
  definition: '正在进行的测评方案各环节的截止时间',
  refresh: 60,
  output: { windows: list('环节', shape('环节', { scheme: word('方案'), stage: word('环节'), until: datetime('截止', need) }), need) },
})
export const PROGRESS_MEASURES = [wallStages, wallColleges, wallDimensions, wallHistogram, wallClasses, wallObjections, wallClock]
