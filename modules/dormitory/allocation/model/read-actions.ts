import { action, bool, choice, date, datetime, dict, integer, list, ref, shape, text } from '#model'
import { genderCode } from '#model/national.ts'
import { count, id, measures, name, planId, READ, state } from './fields.ts'
import { PLAN_MODES } from './plan.ts'
import { runStates } from './result.ts'

const ids = (label: string) => list(label, text(label, { required: true, max: 36 }), { required: true })
const pool = { dormIds: ids('楼栋'), grants: list('班级', shape('班级', { roomIds: ids('房间'), classIds: ids('班级') }, { required: true }), { required: true }) } as const
const head = {
  id,
  name: name('名称'),
  xn: text('学年', { required: true, max: 9 }),
  mode: choice('分配到', PLAN_MODES, { required: true }),
  state,
  startDate: date('入住日期', { required: true }),
  wishUntil: date('意愿填写截止'),
  studentCount: integer('学生'),
  placedCount: integer('已安排'),
  committedAt: datetime('提交时间'),
  publishedAt: datetime('发布时间'),
} as const
/** Plans visible to staff, newest first; inside, only students in their scope. */
export const staffPlans = action('dormitory.presortPlan.forStaff', '预分配方案', {
  ...READ,
  many: true,
  output: { ...head, runs: count('模拟'), isOwn: bool('由我管理', { required: true }) },
})
/** 20-DP6: simulations for comparison, newest first. */
export const planRuns = action('dormitory.presortRun.ofPlan', '预分配模拟', {
  ...READ,
  input: { planId },
  many: true,
  output: {
    id,
    runNo: count('第几次'),
    state: runStates.field('状态'),
    progress: count('进度'),
    seed: integer('随机种子'),
    measures: shape('结果', measures),
    note: text('说明', { max: 300 }),
    startedAt: datetime('开始'),
    endedAt: datetime('结束'),
    handCount: count('手工调整'),
    isCommitted: bool('已提交', { required: true }),
  },
})
const part = shape('学院', {
  departmentId: text('学院', { required: true, max: 36 }),
  label: name('名称'),
  students: count('学生'),
  placed: count('已安排'),
  confirmedAt: datetime('确认时间'),
  confirmedBy: text('确认人', { max: 64 }),
  isOwn: bool('由我确认', { required: true }),
})
/** A plan with confirmations, number of wishes submitted, and the undo deadline. */
export const planCard = action('dormitory.presortPlan.card', '预分配方案', {
  ...READ,
  input: { id: planId, runId: ref('presortRun', '模拟') },
  output: {
    ...head,
    isOwn: bool('由我管理', { required: true }),
    wishes: count('已填意愿'),
    people: count('范围内学生'),
    parts: list('学院', part, { required: true }),
    needsColleges: bool('须学院确认', { required: true }),
    undoUntil: datetime('可撤销到'),
    checkedIn: count('已入住'),
    conflicts: count('未提交的冲突'),
  },
})
const supply = shape('床位', {
  campusId: text('校区', { required: true, max: 36 }),
  campus: name('校区'),
  genderCode: dict('性别', genderCode, { required: true }),
  demand: count('需要'),
  beds: count('可用'),
  short: count('缺'),
})
const college = shape('学院', {
  departmentId: text('学院', { max: 36 }),
  label: name('学院'),
  campus: name('校区'),
  genderCode: dict('性别', genderCode, { required: true }),
  demand: count('需要'),
  quota: integer('配额'),
  short: count('缺'),
})
export const CURES = {
  repair: '在维修',
  closed: '已关闭',
  off: '已停用',
  locked: '已锁定',
  noGender: '没有设置性别',
  usage: '不作学生住宿',
  taken: '有人住，没有退宿日期',
} as const
const cure = shape('办法', {
  place: name('位置'),
  why: choice('原因', CURES, { required: true }),
  genderCode: dict('性别', genderCode),
  beds: count('床位'),
})
/** 20-DP5: demand against supply, and suggestions. */
export const planBalance = action('dormitory.presortPlan.balance', '供需', {
  ...READ,
  input: { id: planId },
  output: {
    students: count('学生'),
    beds: count('床位'),
    excluded: count('不参与'),
    supply: list('校区', supply, { required: true }),
    colleges: list('学院', college, { required: true }),
    cures: list('办法', cure, { required: true }),
    overlaps: list('范围重叠', shape('方案', { id, name: name('名称'), state, rooms: count('房间') }), { required: true }),
  },
})
/** Plans whose rooms a claim round can use, with the pool in the round's format. */
export const grantedPools = action('dormitory.presortPlan.pools', '预分配的房间', {
  method: 'GET',
  permission: 'dormitory:claimRound:list',
  many: true,
  output: { id, name: name('名称'), rooms: count('房间'), pool: shape('床位范围', pool, { required: true }) },
})
export const presortReadings = [staffPlans, planRuns, planCard, planBalance, grantedPools]
