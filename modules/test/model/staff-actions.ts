import { action, datetime, integer, list, ref, shape, text } from '#model'

const need = { required: true } as const
const id = ref('testSchedule', '考试', need)
const reason = text('原因', { ...need, min: 2, max: 200, multiline: true })
const minutes = integer('分钟', { ...need, min: 1, max: 120 })
const inRoom = 'test:testAttempt:invigilate'
/** 60-OT12 */
export const releaseResults = action('test.testSchedule.release', '发布成绩', {
  inScope: true,
  input: { id },
  output: { released: integer('人数', need) },
  refusals: { running: '“{name}”还有 {n} 人在作答', unmarked: '“{name}”还有 {n} 份没有阅完' },
})
const inClass = {
  classId: text('班级', { ...need, max: 36 }),
  label: text('名称', { ...need, max: 80 }),
  notStarted: integer('未开始', need),
  running: integer('作答中', need),
  offline: integer('掉线', need),
  submitted: integer('已交卷', need),
  flagged: integer('有标记', need),
} as const
/** How a test goes on in the rooms. */
export const watchTest = action('test.testAttempt.watch', '监考', {
  method: 'GET',
  permission: inRoom,
  input: { id },
  output: {
    name: text('名称', { ...need, max: 100 }),
    endTime: datetime('结束', need),
    notStarted: integer('未开始', need),
    running: integer('作答中', need),
    offline: integer('掉线', need),
    submitted: integer('已交卷', need),
    flagged: integer('有标记', need),
    /** Minutes lost in what looks like an outage, less what was given for it since (60-OT15). */
    suggested: integer('建议延长', { min: 1 }),
    extensions: list(
      '延长记录',
      shape('延长', { no: integer('第几次', need), at: datetime('时间', need), minutes, reason, people: integer('人数', need), by: text('监考', { max: 64 }) }),
      need,
    ),
    byClass: list('班级', shape('班级', inClass, need), need),
  },
})
/** More time for one attempt, or for all that are running. */
export const extendAttempts = action('test.testAttempt.extendAll', '全体延长', {
  permission: inRoom,
  /** `known`: how many extensions the caller has seen; one more came from somebody else, perhaps for the same outage. */
  input: { id, minutes, reason, known: integer('已延长次数', { ...need, min: 0 }) },
  output: { extended: integer('人数', need) },
  refusals: { nobody: '你的范围里没有正在作答的人', again: '{by}已在 {at} 延长 {n} 分钟（{reason}），请看过延长记录再决定' },
})
const attempt = ref('testAttempt', '作答', need)
export const extendAttempt = action('test.testAttempt.extend', '延长', {
  permission: inRoom,
  inScope: true,
  input: { id: attempt, minutes, reason },
  output: 'none',
})
export const letBack = action('test.testAttempt.letBack', '放行', {
  permission: inRoom,
  inScope: true,
  input: { id: attempt },
  output: 'none',
  refusals: { open: '没有锁定，不用放行' },
})
export const forceHandIn = action('test.testAttempt.force', '收卷', { permission: inRoom, inScope: true, input: { id: attempt, reason }, output: 'none' })
export const voidAttempt = action('test.testAttempt.void', '作废', { permission: inRoom, inScope: true, input: { id: attempt, reason }, output: 'none' })
/** 60-OT13 */
export const grantAttempt = action('test.testCandidate.grant', '增加次数', {
  inScope: true,
  input: { id: ref('testCandidate', '考生', need), n: integer('次数', { ...need, min: 1, max: 5, initial: 1 }), reason },
  output: 'none',
  refusals: { left: '{name}还有 {n} 次没有用', passed: '{name}已经合格' },
})
/** A further test for exactly those who have not passed. */
export const makeMakeup = action('test.testSchedule.makeup', '安排补考', {
  permission: 'test:testSchedule:add',
  inScope: true,
  input: { id, name: text('名称', { ...need, max: 100 }), beginTime: datetime('开始', need), endTime: datetime('结束', need) },
  output: { id: text('考试', { ...need, max: 36 }), people: integer('人数', need) },
  refusals: { early: '“{name}”还没有结束', nobody: '“{name}”人人合格，不用补考', many: '没有合格的有 {n} 人，超过一次能指定的 2000 人：请复制这次考试' },
})
export const staffActions = [releaseResults, watchTest, extendAttempts, extendAttempt, letBack, forceHandIn, voidAttempt, grantAttempt, makeMakeup]
