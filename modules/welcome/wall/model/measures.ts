import { datetime, integer, list, measure, shape, text } from '#model'

const required = { required: true } as const
const count = (label: string) => integer(label, required)
const name = (label: string) => text(label, { required: true, max: 80 })
/** No count where fewer have come than the school shows of a split. */
const cells = (label: string) => list(label, shape(label, { label: name('名称'), count: integer('人数') }), required)

export const wallArrived = measure('welcome.arrived', '到校', {
  definition: '已到校的新生占应到的比例；应到不含放弃入学、保留资格、未报到和取消资格的',
  refresh: 5,
  output: { batch: text('批次', { max: 100 }), expected: count('应到'), arrived: count('到校'), today: count('今天到校') },
})
export const wallOrigins = measure('welcome.origins', '生源地', {
  definition: '已到校的新生按生源省份的人数；人数少于统计最小人数的合并显示',
  refresh: 5,
  output: { least: count('最小人数'), provinces: cells('省份') },
})
export const wallFlow = measure('welcome.flow', '每 10 分钟到校', {
  definition: '今天每 10 分钟到校的人数，和各到校时段预约的人数按时间均分',
  refresh: 5,
  output: { from: datetime('开始'), arrived: list('到校', integer('人数'), required), planned: list('预约', integer('人数'), required) },
})
export const wallColleges = measure('welcome.colleges', '学院到校率', {
  definition: '各学院已到校占应到的比例，从高到低；应到不足 20 人的排在最后',
  refresh: 5,
  output: { colleges: list('学院', shape('学院', { name: name('学院'), expected: count('应到'), arrived: count('到校') }), required) },
})
export const wallPeople = measure('welcome.people', '性别和层次', {
  definition: '已到校的新生按性别和培养层次的人数',
  refresh: 30,
  output: { least: count('最小人数'), genders: cells('性别'), levels: cells('培养层次') },
})
export const wallSteps = measure('welcome.steps', '必办环节', {
  definition: '每个必办环节已办和免办的人数占要办的比例，不含报到后的环节',
  refresh: 30,
  output: { steps: list('环节', shape('环节', { name: name('环节'), expected: count('要办'), done: count('已办') }), required) },
})
export const wallPoints = measure('welcome.points', '办理点', {
  definition: '已到校、正等着办这里环节的人数，和最近 20 人从上一个办理点到这里办完的分钟数的中位数',
  refresh: 10,
  output: { points: list('办理点', shape('办理点', { name: name('办理点'), waiting: count('等待'), minutes: integer('分钟') }), required) },
})
export const wallFees = measure('welcome.fees', '缴费和绿色通道', {
  definition: '应到的新生里缴费环节已办的人数（已缴、贷款或缓缴），和绿色通道通过的人数',
  refresh: 30,
  output: { expected: count('应到'), covered: count('已办'), green: count('绿色通道') },
})
/** The family name alone, and only where the key of the screen allows it. */
export const wallLatest = measure('welcome.latest', '刚刚到校', {
  definition: '最近到校的新生：隐去名的姓名和生源省份；没有允许的屏只写省份',
  refresh: 5,
  reveals: 'names',
  output: { latest: list('刚刚到校', shape('新生', { at: datetime('时间', required), name: text('姓名', { max: 10 }), province: text('省份', { max: 60 }) }), required) },
})
export const WALL_MEASURES = [wallArrived, wallOrigins, wallFlow, wallColleges, wallPeople, wallSteps, wallPoints, wallFees, wallLatest]
