import { bool, choice, date, decimal, integer, list, measure, shape, text } from '#model'
import { GRADES } from '../../checks/model/items.ts'

const required = { required: true } as const
const count = (label: string) => integer(label, required)
const name = (label: string) => text(label, { required: true, max: 80 })

export const inspectProgress = measure('dormitory.checkProgress', '检查进度', {
  definition: '正在进行的检查任务：已有记录的房间占任务范围内房间的比例',
  refresh: 30,
  output: {
    tasks: count('进行中任务'),
    rooms: count('房间'),
    done: count('已查'),
    open: list('任务', shape('任务', { name: name('任务'), rooms: count('房间'), done: count('已查') }), required),
  },
})
export const inspectDorms = measure('dormitory.checkDorms', '各楼平均分', {
  definition: '本周有效卫生检查记录按楼的平均分；本周还没有检查时显示最近检查过的一周',
  refresh: 300,
  isOpen: true,
  output: {
    week: date('周'),
    isThisWeek: bool('本周', required),
    dorms: list('楼栋', shape('楼栋', { id: text('楼栋', { required: true, max: 36 }), name: name('楼栋'), mean: decimal('平均分', required), rooms: count('房间') }), required),
  },
})
export const inspectWeeks = measure('dormitory.checkWeeks', '12 周走势', {
  definition: '最近 12 周有效卫生检查记录的平均分和不合格比例',
  refresh: 3600,
  isOpen: true,
  output: { weeks: list('周', shape('周', { week: date('周', required), mean: decimal('平均分', required), failing: decimal('不合格比例', required) }), required) },
})
export const inspectGrades = measure('dormitory.checkGrades', '等级分布', {
  definition: '本周有效卫生检查记录按等级的房间数',
  refresh: 300,
  isOpen: true,
  output: { week: date('周'), rooms: count('房间'), grades: list('等级', shape('等级', { grade: choice('等级', GRADES, required), rooms: count('房间') }), required) },
})
export const inspectLost = measure('dormitory.checkLost', '扣分最多', {
  definition: '本周扣分最多的 8 个检查项目，公共和个人的扣分合计',
  refresh: 300,
  output: { week: date('周'), items: list('项目', shape('项目', { name: name('项目'), points: decimal('扣分', required), rooms: count('房间') }), required) },
})
export const inspectCheckers = measure('dormitory.checkers', '检查人', {
  definition: '今天检查过的人数和房间数，盲评房间的比例，以及本周给分偏离其他检查人的人数；不含姓名',
  refresh: 60,
  output: {
    checkers: count('检查人'),
    rooms: count('房间'),
    perChecker: decimal('人均'),
    blindPercent: decimal('盲评比例'),
    flagged: count('给分偏离'),
    most: list('各检查人房间数', integer('房间'), required),
  },
})
export const inspectTop = measure('dormitory.checkTop', '前 20 名房间', {
  definition: '最近公布的一周卫生周成绩最高的 20 个房间；没有允许显示房间号的屏只写楼层',
  refresh: 3600,
  reveals: 'rooms',
  output: { week: date('周'), rooms: list('房间', shape('房间', { place: name('位置'), score: decimal('得分', required), rank: count('名次') }), required) },
})
export const inspectFindings = measure('dormitory.findings', '安全隐患', {
  definition: '本学期发现的违规电器、明火、吸烟和私拉电线：未认定和已认定的件数，以及从发现到认定的天数中位',
  refresh: 300,
  output: {
    open: count('未处理'),
    closed: count('已处理'),
    medianDays: decimal('天数中位数'),
    kinds: list('类型', shape('类型', { type: name('类型'), count: count('件数') }), required),
  },
})
export const inspectRechecks = measure('dormitory.rechecks', '复查', {
  definition: '进行中的复查任务里应复查的房间、已复查的和再次不合格的',
  refresh: 60,
  output: { due: count('应复查'), done: count('已复查'), failed: count('再次不合格') },
})
export const INSPECT_MEASURES = [inspectProgress, inspectDorms, inspectWeeks, inspectGrades, inspectLost, inspectCheckers, inspectTop, inspectFindings, inspectRechecks]
