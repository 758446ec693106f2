import { action, bool, choice, date, datetime, dict, integer, list, money, ref, shape, text } from '#model'
import { changeReason, dormChange, said } from './dorm-change.ts'
import { CHANGE_TYPES, changeStates } from './states.ts'

const MOST = 500
const APPLY = 'dormitory:dormChange:apply'
const LIST = 'dormitory:dormChange:list'
const id = ref('dormChange', '调宿', { required: true })
const refusals = dormChange.options.refusals ?? {}
const state = changeStates.field('状态')
const type = choice('类型', CHANGE_TYPES, { required: true })
const OWN_TYPES = { move: CHANGE_TYPES.move, swap: CHANGE_TYPES.swap } as const
/** The bed, or the person to swap with. */
const target = {
  type: choice('类型', OWN_TYPES, { required: true }),
  toBedId: ref('dormBed', '新床位'),
  peerNo: text('对方学号', { max: 20 }),
  peerName: text('对方姓名', { max: 60 }),
} as const
const asked = { ...target, ...said } as const
const handedIn = {
  id: text('编号', { required: true, max: 36 }),
  changeNo: text('单号', { required: true, max: 30 }),
  state,
  instanceId: text('流程', { max: 36 }),
  nextStep: text('下一步', { max: 500 }),
} as const
export const applyChange = action('dormitory.dormChange.apply', '申请调宿', { input: asked, output: handedIn, refusals })
/** Resubmits a returned application; in a swap the other student has already agreed and stays the same. */
export const resubmitChange = action('dormitory.dormChange.resubmit', '修改后重新提交', {
  permission: APPLY,
  input: { id, toBedId: target.toBedId, ...said },
  output: handedIn,
  refusals,
})
export const withdrawChange = action('dormitory.dormChange.withdraw', '撤回调宿申请', { output: 'none', permission: APPLY, input: { id }, refusals })
/** 20-DM2 */
export const answerSwap = action('dormitory.dormChange.answer', '答复换宿', {
  permission: APPLY,
  input: { id, agrees: bool('同意', { required: true }) },
  output: { state },
  refusals,
})
export const cancelChange = action('dormitory.dormChange.cancel', '取消调宿', {
  output: 'none',
  permission: APPLY,
  input: { id, reason: text('原因', { required: true, max: 200, multiline: true }) },
  refusals,
})
/** The office applies for a student, overriding the term's rules if necessary. */
export const applyChangeFor = action('dormitory.dormChange.applyFor', '代为申请', {
  input: {
    studentNo: text('学号', { required: true, max: 20 }),
    toBedId: ref('dormBed', '新床位', { required: true }),
    ...said,
    overrideReason: text('例外原因', { max: 200, help: '学期次数已满或学期末仍须办理时填写' }),
  },
  output: handedIn,
  refusals,
})
/** 20-DM3 */
export const executeChanges = action('dormitory.dormChange.execute', '执行调宿', {
  input: { ids: list('调宿', id, { required: true, min: 1, max: MOST }) },
  output: { done: integer('已执行', { required: true }) },
  refusals,
})

const problem = shape('原因', { rule: text('规则', { required: true, max: 40 }), msg: text('原因', { required: true, max: 300 }) })
export const changeForm = action('dormitory.dormChange.form', '调宿表单', {
  method: 'GET',
  permission: APPLY,
  output: {
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
  },
})
/** Free beds for the applicant, rooms with classmates first. */
export const bedsForMe = action('dormitory.dormChange.beds', '可调床位', {
  method: 'GET',
  permission: APPLY,
  input: { effectiveDate: date('生效日期', { required: true }), dormId: ref('dormBuilding', '楼栋') },
  many: true,
  output: {
    roomId: text('房间', { required: true, max: 36 }),
    dormId: text('楼栋', { required: true, max: 36 }),
    dorm: text('楼栋', { required: true, max: 100 }),
    roomNo: text('房间', { required: true, max: 20 }),
    roomType: text('房型', { required: true, max: 40 }),
    classmates: integer('同班', { required: true }),
    residents: integer('在住', { required: true }),
    feeDiff: money('住宿费差额'),
    beds: list('床位', shape('床位', { id: text('编号', { required: true, max: 36 }), bedNo: integer('床号', { required: true }) }), { required: true }),
  },
})
/** Previews the outcome of an application; stores nothing. */
export const previewChange = action('dormitory.dormChange.preview', '调宿预览', {
  method: 'GET',
  permission: APPLY,
  input: { ...target, reason: dict('原因', changeReason), effectiveDate: date('生效日期', { required: true }), id: ref('dormChange', '调宿') },
  output: {
    bed: text('新床位', { max: 200 }),
    peer: text('对方', { max: 60 }),
    feeDiff: money('住宿费差额'),
    months: integer('剩余月数', { required: true }),
    leavesClassRoom: bool('离开本班宿舍', { required: true }),
    problems: list('不能提交的原因', problem, { required: true }),
    steps: list('审批', shape('环节', { name: text('名称', { required: true, max: 60 }), people: text('人员', { max: 300 }) }), { required: true }),
  },
})
const VERBS = { edit: '修改', withdraw: '撤回', cancel: '取消', answer: '答复' } as const
export type ChangeVerb = keyof typeof VERBS
/** One's own applications and swap requests received, newest first. */
export const myChanges = action('dormitory.dormChange.mine', '我的调宿', {
  method: 'GET',
  permission: APPLY,
  input: { id: ref('dormChange', '调宿') },
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    changeNo: text('单号', { required: true, max: 30 }),
    type,
    isPeer: bool('是对方', { required: true }),
    fromBed: text('原床位', { required: true, max: 200 }),
    toBed: text('新床位', { required: true, max: 200 }),
    toBedId: text('新床位', { max: 36 }),
    other: text('对方', { max: 60 }),
    reason: dict('原因', changeReason),
    detail: text('说明', { max: 500 }),
    proofs: list('证明', text('文件', { required: true, max: 36 })),
    effectiveDate: date('生效日期', { required: true }),
    feeDiff: money('住宿费差额'),
    state,
    peerUntil: datetime('对方确认截止'),
    holdUntil: datetime('占位到'),
    executedAt: datetime('执行时间'),
    problem: text('未能执行的原因', { max: 300 }),
    endNote: text('结束原因', { max: 200 }),
    instanceId: text('流程', { max: 36 }),
    nextStep: text('下一步', { max: 500 }),
    can: list('可办', choice('可办', VERBS, { required: true }), { required: true }),
  },
})
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
/** Data an approver needs. */
export const changeCard = action('dormitory.dormChange.card', '调宿审批卡', {
  method: 'GET',
  access: 'signedIn',
  input: { id },
  output: {
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
  },
})
/** Counts for the tabs of the list. */
export const changeCounts = action('dormitory.dormChange.counts', '调宿数', {
  method: 'GET',
  permission: LIST,
  output: { pending: integer('待审批', { required: true }), due: integer('待执行', { required: true }), stuck: integer('未能执行', { required: true }) },
})
export const changeActions = [
  applyChange,
  resubmitChange,
  withdrawChange,
  answerSwap,
  cancelChange,
  applyChangeFor,
  executeChanges,
  changeForm,
  bedsForMe,
  previewChange,
  myChanges,
  changeCard,
  changeCounts,
]
