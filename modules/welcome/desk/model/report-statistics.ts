import { action, choice, integer, list, ref, shape, text } from '#model'
import { board } from './actions.ts'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
/** How rates are compared. */
export const REPORT_BY = { college: '学院', major: '专业', origin: '生源地', batch: '录取批次' } as const
export type ReportBy = keyof typeof REPORT_BY
const year = shape('年份', { year: count('年份'), admitted: count('录取'), arrived: count('报到') }, need)
const pace = { scans: count('办理人次'), minutes: integer('用时（分钟）') } as const
/** 30-WS: who of the roll has come, beside the two years before, and how long it took on site. */
export const reportStatistics = action('welcome.welcomeMember.reportStatistics', '报到统计', {
  method: 'GET',
  permission: board.permission,
  input: { batchId: ref('welcomeBatch', '批次') },
  output: {
    batchId: text('批次', { max: 36 }),
    /** This one, then the two before. */
    years: list('年份', year, need),
    groups: list(
      '分组',
      shape('分组', { by: choice('分组', REPORT_BY, need), key: text('代码', { max: 36 }), label: text('名称', { max: 120 }), years: list('年份', year, need) }),
      need,
    ),
    finished: count('办完现场环节'),
    minutes: integer('从进校到办完（分钟）'),
    points: list('办理点', shape('办理点', { name: text('办理点', { ...need, max: 40 }), ...pace }), need),
    hours: list('时段', shape('时段', { hour: text('时段', { ...need, max: 5 }), ...pace }), need),
  },
})
