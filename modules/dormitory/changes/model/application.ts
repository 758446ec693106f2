import { bool, choice, date, datetime, dict, integer, list, money, ref, shape, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { changeReason, dormChange, said } from './dorm-change.ts'
import { CHANGE_TYPES, changeStates } from './states.ts'

const state = changeStates.field('状态')
const type = choice('类型', CHANGE_TYPES, { required: true })
/** The person to swap with, or nobody. */
const swap = {
  type: choice('类型', { move: CHANGE_TYPES.move, swap: CHANGE_TYPES.swap }, { required: true }),
  peerNo: text('对方学号', { max: 20 }),
  peerName: text('对方姓名', { max: 60 }),
} as const
const toBedId = ref('dormBed', '新床位')
const mate = shape('室友', {
  bedNo: integer('床号', { required: true }),
  name: text('姓名', { max: 60 }),
  className: text('班级', { max: 100 }),
  isClassmate: bool('同班', { required: true }),
})
const side = shape('床位', {
  studentId: text('学生', { required: true, max: 36 }),
  name: text('姓名', { required: true, max: 60 }),
  className: text('班级', { max: 100 }),
  bed: text('床位', { required: true, max: 200 }),
  stayState: text('住宿', { max: 40 }),
  mates: list('室友', mate, { required: true }),
})
const own = ownApplication(dormChange, { form: { toBedId, ...said }, answers: ['changeNo', 'state'] })

/** A change of bed as an application of a student. */
export const changeApplication = {
  apply: own.apply('申请调宿', swap),
  /** In a swap the other student has already agreed and stays the same. */
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  cancel: own.cancel(),
  begin: own.begin({
    bed: text('床位', { max: 200 }),
    bedId: text('床位', { max: 36 }),
    dormId: text('楼栋', { max: 36 }),
    feePerYear: money('住宿费（每年）'),
    perTerm: integer('一学期最多', { required: true }),
    usedInTerm: integer('本学期已有', { required: true }),
    lastDay: date('本学期最晚'),
    holdDays: integer('占位天数', { required: true }),
    peerHours: integer('确认期限', { required: true }),
    problem: text('不能申请的原因', { max: 300 }),
  }),
  preview: own.preview(
    { ...swap, toBedId, reason: dict('原因', changeReason), effectiveDate: date('生效日期', { required: true }) },
    {
      bed: text('新床位', { max: 200 }),
      peer: text('对方', { max: 60 }),
      feeDiff: money('住宿费差额'),
      months: integer('剩余月数', { required: true }),
      leavesClassRoom: bool('离开本班宿舍', { required: true }),
    },
  ),
  /** One's own applications and swap requests received, whose reasons are for approvers only. */
  mine: own.mine(['changeNo', 'type', 'feeDiff', 'peerUntil', 'holdUntil', 'executedAt', 'problem', 'endNote'], {
    also: {
      isPeer: bool('是对方', { required: true }),
      fromBed: text('原床位', { required: true, max: 200 }),
      toBed: text('新床位', { required: true, max: 200 }),
      other: text('对方', { max: 60 }),
      reason: dict('原因', changeReason),
      detail: text('说明', { max: 500 }),
    },
    verbs: { answer: '答复' },
  }),
  /** Data an approver needs. */
  card: own.card({
    id: text('编号', { required: true, max: 36 }),
    changeNo: text('单号', { required: true, max: 30 }),
    type,
    state,
    reason: dict('原因', changeReason, { required: true }),
    detail: text('说明', { max: 500 }),
    effectiveDate: date('生效日期', { required: true }),
    feeDiff: money('住宿费差额'),
    months: integer('剩余月数', { required: true }),
    leavesClassRoom: bool('离开本班宿舍', { required: true }),
    isOtherCollege: bool('其他学院房间', { required: true }),
    overrideReason: text('例外原因', { max: 200 }),
    holdUntil: datetime('占位到'),
    peerConfirmedAt: datetime('对方确认时间'),
    problem: text('未能执行的原因', { max: 300 }),
    from: side,
    to: side,
    earlier: list(
      '以往调宿',
      shape('调宿', {
        id: text('编号', { required: true, max: 36 }),
        changeNo: text('单号', { required: true, max: 30 }),
        type,
        effectiveDate: date('生效日期', { required: true }),
        toBed: text('新床位', { max: 200 }),
        reason: dict('原因', changeReason),
        state,
      }),
      { required: true },
    ),
  }),
}
