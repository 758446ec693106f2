import { action, bool, choice, date, datetime, integer, list, ref, shape, text } from '#model'
import { HANDLING_REFUSALS, handledStates, handlingInput } from '../../nights/model/handling.ts'

const planId = ref('holidayPlan', '假期', { required: true })
const dormId = ref('dormBuilding', '楼栋', { required: true })
const BOARD = 'dormitory:holidayClosing:board'
const n = (label: string) => integer(label, { required: true })
const key = text('编号', { required: true, max: 36 })
const name = (label: string) => text(label, { required: true, max: 200 })
const figures = {
  residents: n('在住'),
  unanswered: n('未登记'),
  staying: n('留校'),
  leaving: n('离校'),
  left: n('已离校'),
  back: n('已返校'),
} as const
/** 离校留校: overview by class and building, within the reader's scope. */
export const holidayBoard = action('dormitory.holidayClosing.board', '离校留校', {
  method: 'GET',
  input: { planId },
  output: {
    ...figures,
    holidayFrom: date('放假', { required: true }),
    holidayTo: date('收假', { required: true }),
    byClass: list('班级', shape('班级', { classId: key, label: name('班级'), ...figures }), { required: true }),
    dorms: list('楼栋', shape('楼栋', { dormId: key, label: name('楼栋'), ...figures, rooms: n('房间'), unsafe: n('未确认安全'), closedRooms: n('已关房间') }), { required: true }),
  },
})
const resident = shape('住宿学生', {
  studentId: key,
  name: text('姓名', { max: 60 }),
  bedNo: n('床号'),
  className: text('班级', { max: 100 }),
  stands: choice('情况', { unanswered: '未登记', staying: '留校', leaving: '未离校', left: '已离校', back: '已返校' }, { required: true }),
  /** Planned time, until it has passed. */
  leaveAt: datetime('离校时间'),
})
/** 20-DH3: students still expected, room by room. */
export const closingRooms = action('dormitory.holidayClosing.rooms', '关楼清单', {
  method: 'GET',
  permission: BOARD,
  input: { planId, dormId, isOpen: bool('只看未了的', { initial: true }) },
  many: true,
  output: {
    roomId: key,
    roomNo: text('房间', { required: true, max: 20 }),
    isSafe: bool('已确认安全', { required: true }),
    isClosed: bool('已关闭', { required: true }),
    residents: list('住宿学生', resident, { required: true }),
  },
})
const nights = { from: date('从哪天', { required: true }), to: date('到哪天', { required: true }) } as const
export const closeDorm = action('dormitory.holidayClosing.close', '关楼', {
  input: { planId, dormId, ...nights },
  output: { done: n('已关房间') },
  refusals: {
    order: '结束日期 {to} 早于开始日期 {from}',
    outside: '关楼日期 {from} 至 {to} 超出了“{name}”（{holidayFrom} 至 {holidayTo}）',
    unanswered: '还有 {count} 人既没有登记去向也没有离校，不能关楼：{names}',
    staying: '还有 {count} 名留校学生住在楼里，请先安排集中住宿：{names}',
    present: '还有 {count} 人登记了离校但没有离开，不能关楼：{names}',
    unsafe: '还有 {count} 间没有确认断电、关窗、锁门，不能关楼：{names}',
  },
})
export const openDorm = action('dormitory.holidayClosing.open', '开楼', {
  permission: 'dormitory:holidayClosing:close',
  input: { planId, dormId },
  output: { done: n('已开房间') },
})
/** Simulates closing buildings: moves needed and savings. */
export const simulate = action('dormitory.holidayClosing.simulate', '关楼模拟', {
  method: 'GET',
  permission: BOARD,
  input: { planId, rooms: integer('最多用房间', { required: true, min: 0, max: 2000 }) },
  output: {
    rooms: n('用到房间'),
    moved: n('搬动学生'),
    daysSaved: n('少供暖楼日'),
    nights: n('晚数'),
    closable: list('可关楼栋', name('楼栋'), { required: true }),
    kept: list('保留楼栋', name('楼栋'), { required: true }),
  },
})
const CENTRAL = 'dormitory:holidayClosing:central'
const genders = (label: string) => shape(label, { male: n('男'), female: n('女') }, { required: true })
export const centralPlan = action('dormitory.holidayClosing.centralPlan', '集中住宿', {
  method: 'GET',
  permission: CENTRAL,
  input: { planId },
  output: {
    floorIds: list('楼层', key, { required: true }),
    waiting: genders('待安排'),
    placed: genders('已安排'),
    beds: genders('可用床位'),
    fits: n('能安排'),
    left: n('排不下'),
    floors: list('楼层', shape('楼层', { floorId: key, label: name('楼层'), beds: n('可用床位'), placed: n('已安排') }), { required: true }),
  },
})
export const setStayRooms = action('dormitory.holidayClosing.central', '选定集中住宿楼层', {
  output: 'none',
  input: { planId, floorIds: list('楼层', ref('dormFloor', '楼层', { required: true }), { required: true, max: 400 }) },
  refusals: { used: '{floor} 已安排了 {count} 名留校学生，不能去掉' },
})
/** 20-DH2: assigns everybody waiting; refused unless the number equals the one previewed. */
export const placeCentral = action('dormitory.holidayClosing.place', '安排集中住宿', {
  permission: CENTRAL,
  input: { planId, expect: n('预览人数') },
  output: { placed: n('已安排'), left: n('排不下') },
  refusals: {
    changed: '预览以后有变化：原来能安排 {before} 人，现在 {now} 人，请重新查看',
    nobody: '没有待安排的留校学生',
    noFloors: '请先选定集中住宿的楼层',
    unpublished: '“{name}”还没有发布，发布后才能安排床位',
  },
})
/** 20-DH7 */
export const overdueReturns = action('dormitory.holidayClosing.overdue', '逾期未返校', {
  method: 'GET',
  permission: BOARD,
  input: { planId },
  many: true,
  output: {
    destinationId: key,
    studentId: key,
    name: text('姓名', { max: 60 }),
    studentNo: text('学号', { max: 20 }),
    className: text('班级', { max: 100 }),
    until: datetime('截止', { required: true }),
    backPlanned: datetime('计划返校'),
    handling: handledStates.field('处置'),
    note: text('说明', { max: 500 }),
    nextStep: text('下一步', { max: 200 }),
    openedAt: datetime('列入时间', { required: true }),
  },
})
/** Handles an overdue return like an absence in a night (20-DN5): outcome, and a next step if the student is not found. */
export const handleOverdue = action('dormitory.holidayClosing.handle', '处置逾期未返校', {
  output: 'none',
  permission: 'dormitory:holidayDeparture:note',
  input: { destinationId: ref('holidayDestination', '去向', { required: true }), ...handlingInput },
  refusals: { ...HANDLING_REFUSALS, isBack: '{name}已返校，不用处置' },
})
export const closingActions = [holidayBoard, closingRooms, closeDorm, openDorm, simulate, centralPlan, setStayRooms, placeCentral, overdueReturns, handleOverdue]
