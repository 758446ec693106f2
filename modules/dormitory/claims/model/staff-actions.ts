import { action, bool, choice, datetime, integer, list, ref, shape, text } from '#model'
import { roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { CLAIM_STAGES, FALLBACKS, roundId } from './round.ts'

const id = text('编号', { required: true, max: 36 })
const STAFF = { method: 'GET', permission: 'dormitory:claimRound:list' } as const
const tally = (label: string) => list(label, shape(label, { key: text('代码', { required: true, max: 40 }), count: integer('次数', { required: true }) }), { required: true })
/** Published rounds, newest first: staff see their students in others' rounds, too. */
export const staffRounds = action('dormitory.claimRound.forStaff', '选床位轮次', {
  ...STAFF,
  many: true,
  output: {
    id,
    name: text('名称', { required: true, max: 100 }),
    phase: roundPhases.field('进度'),
    trial: bool('试选', { required: true }),
    stage: choice('阶段', CLAIM_STAGES, { required: true }),
    fallback: choice('未选学生', FALLBACKS, { required: true }),
    settledAt: datetime('结清时间'),
    fallbackCount: integer('结清时分配'),
    leftCount: integer('仍未安排'),
  },
})
/** Live state of a round, within the reader's scope. */
export const claimBoard = action('dormitory.claimRound.board', '选床位看板', {
  ...STAFF,
  input: { roundId },
  output: {
    students: integer('应选', { required: true }),
    claimed: integer('已确认', { required: true }),
    held: integer('已保留', { required: true }),
    elsewhere: integer('另有床位', { required: true }),
    beds: integer('床位', { required: true }),
    free: integer('空床', { required: true }),
    now: datetime('服务器时间', { required: true }),
    perSecond: list('每秒', integer('次数', { required: true }), { required: true }),
    refusals: tally('未成功原因'),
    byClass: list(
      '班级',
      shape('班级', {
        classId: text('班级', { required: true, max: 36 }),
        label: text('名称', { required: true, max: 100 }),
        students: integer('应选', { required: true }),
        claimed: integer('已确认', { required: true }),
        held: integer('已保留', { required: true }),
        elsewhere: integer('另有床位', { required: true }),
      }),
      { required: true },
    ),
  },
})
/** 20-DC9: students who would fall to the fallback. */
export const withoutBed = action('dormitory.claimRound.withoutBed', '未选名单', {
  ...STAFF,
  input: { roundId, classId: ref('stuClass', '班级') },
  many: true,
  output: {
    studentId: text('学生', { required: true, max: 36 }),
    studentNo: text('学号', { max: 20 }),
    name: text('姓名', { required: true, max: 60 }),
    genderCode: text('性别', { required: true, max: 1 }),
    className: text('班级', { max: 100 }),
    /** Refusal of the last attempt; empty without one. */
    lastResult: text('最近一次', { max: 40 }),
  },
})
export const settleRound = action('dormitory.claimRound.settle', '结清', {
  inScope: true,
  permission: 'dormitory:claimRound:publish',
  input: { id: roundId, /** As the list showed them; what has changed since is refused. */ students: integer('未选人数', { required: true, min: 0 }) },
  output: { placed: integer('已分配', { required: true }), left: integer('仍未安排', { required: true }) },
  refusals: {
    notClosed: '“{name}”{phase}，结束后才能结清',
    settled: '“{name}”已于 {at} 结清',
    changed: '名单上是 {before} 人，现在是 {now} 人，请重新查看',
    trial: '“{name}”是试选，没有要结清的',
  },
})
export const claimStaffActions = [staffRounds, claimBoard, withoutBed, settleRound]
