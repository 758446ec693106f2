import { action, bool, date, datetime, decimal, integer, list, ref, shape, text } from '#model'
import { OWN } from './actions.ts'
import { civilisedRoom, civilisedRound, civilisedStates } from './civilised.ts'

const refusals = civilisedRoom.options.refusals ?? {}
const roundId = ref('civilisedRound', '评选', { required: true })
const mean = decimal('平均分', { scale: 2, precision: 6 })
const lowest = decimal('最低分', { scale: 1, precision: 5 })
const own = text('编号', { required: true, max: 36 })

export const applyCivilised = action('dormitory.civilisedRoom.apply', '申报文明寝室', {
  permission: OWN,
  input: { roundId, reason: text('申报说明', { max: 300, multiline: true }) },
  output: { id: own, nextStep: text('下一步', { max: 500 }) },
  refusals: { ...civilisedRound.options.refusals, ...refusals },
})
export const withdrawCivilised = action('dormitory.civilisedRoom.withdraw', '撤回申报', {
  output: 'none',
  permission: OWN,
  input: { id: ref('civilisedRoom', '文明寝室', { required: true }) },
})
/** Rounds the user's room may apply in, with conditions met and failed. */
export const myCivilised = action('dormitory.civilisedRoom.mine', '我的文明寝室', {
  method: 'GET',
  permission: OWN,
  many: true,
  output: {
    roundId: own,
    name: text('名称', { required: true, max: 100 }),
    endTime: datetime('结束', { required: true }),
    from: date('成绩开始', { required: true }),
    to: date('成绩截止', { required: true }),
    isOpen: bool('可申报', { required: true }),
    room: text('房间', { required: true, max: 200 }),
    mean,
    lowest,
    checks: integer('检查次数', { required: true }),
    problem: text('不能申报的原因', { max: 300 }),
    id: text('申报', { max: 36 }),
    state: civilisedStates.field('状态', { required: false }),
    applicant: text('申报人', { max: 60 }),
    nextStep: text('下一步', { max: 500 }),
    mayWithdraw: bool('可撤回', { required: true }),
  },
})
/** Data a decision on a title needs. */
export const civilisedCard = action('dormitory.civilisedRoom.card', '文明寝室审批卡', {
  method: 'GET',
  access: 'signedIn',
  input: { id: ref('civilisedRoom', '文明寝室', { required: true }) },
  output: {
    id: own,
    room: text('房间', { required: true, max: 200 }),
    college: text('学院', { max: 100 }),
    state: civilisedStates.field('状态'),
    from: date('成绩开始', { required: true }),
    to: date('成绩截止', { required: true }),
    mean,
    lowest,
    minMean: decimal('平均分不低于', { required: true, scale: 1, precision: 5 }),
    minSingle: decimal('单次不低于', { required: true, scale: 1, precision: 5 }),
    weeks: list('周', shape('周', { week: date('周', { required: true }), score: decimal('得分', { scale: 2, precision: 6 }) }), { required: true }),
    members: list('成员', shape('成员', { name: text('姓名', { required: true, max: 60 }), className: text('班级', { max: 100 }) }), { required: true }),
    violations: integer('一般及以上违纪', { required: true }),
    quota: integer('学院名额', { required: true }),
    used: integer('已通过', { required: true }),
    place: integer('学院内名次', { required: true }),
    reason: text('申报说明', { max: 300 }),
  },
})
/** Puts approved rooms on public notice. */
export const publiciseCivilised = action('dormitory.civilisedRound.publicise', '发布公示', {
  inScope: true,
  permission: 'dormitory:civilisedRound:publish',
  input: { id: roundId },
  output: { rooms: integer('公示房间', { required: true }), endAt: datetime('公示到', { required: true }) },
  refusals: { stage: '“{name}”{stage}，不能再公示', stillOpen: '“{name}”{phase}，结束后才能公示', waiting: '还有 {count} 份申报没有审批完', nobody: '“{name}”没有通过审批的房间' },
})
export const civilisedActions = [applyCivilised, withdrawCivilised, myCivilised, civilisedCard, publiciseCivilised]
