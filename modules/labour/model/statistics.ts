import { datetime, decimal, integer, list, shape, statistics, text } from '#model'
import { labourProject } from './project.ts'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const rate = (label: string) => decimal(label, { precision: 5, scale: 1 })
/** 劳动统计: who meets what is required, who was absent, and which projects were not filled. */
export const labourStatistics = statistics('labour.labourGrade.statistics', '劳动统计', {
  most: 1500,
  sums: { students: count('有培养要求'), met: count('达标'), rate: rate('达标率'), due: count('应到人次'), absent: count('缺勤人次'), absence: rate('缺勤率') },
  by: { byCollege: '学院', byMajor: '专业', byGrade: '年级' },
  more: {
    projects: count('报名结束的项目'),
    unfilled: list(
      '没有报满的项目',
      shape('项目', {
        id: text('编号', { ...need, max: 36 }),
        name: text('名称', { ...need, max: 100 }),
        kind: labourProject.fields.kind,
        endTime: datetime('报名结束', need),
        capacity: count('名额'),
        enrolled: count('已报名'),
        left: count('空余'),
      }),
      need,
    ),
  },
})
