import { action, bool, choice, date, datetime, dict, integer, list, money, ref, shape, text } from '#model'
import { genderCode } from '#model/national.ts'
import { PIECE_STATES } from './checklist.ts'
import { STAY_KINDS, stayStates } from './states.ts'
import { checkOutReason, dormStay, FEE_STATES } from './stay.ts'

const MOST = 500
export const stay = ref('dormStay', '住宿登记', { required: true })
const stays = list('住宿登记', stay, { required: true, min: 1, max: MOST })
const refusals = dormStay.options.refusals ?? {}
export const piece = shape('家具', {
  item: text('名称', { required: true, max: 40 }),
  state: choice('状态', PIECE_STATES, { required: true }),
  note: text('说明', { max: 100 }),
})
export const pieces = list('家具', piece, { max: 60 })
export const shown = {
  id: text('编号', { required: true, max: 36 }),
  studentNo: text('学号', { max: 20 }),
  name: text('姓名', { max: 60 }),
  bed: text('床位', { required: true, max: 200 }),
} as const

/** Assigns a student of any class to a free bed: the desk finds students by full number only. */
export const registerStay = action('dormitory.dormStay.register', '登记', {
  input: {
    studentNo: text('学号', { required: true, max: 20 }),
    bedId: ref('dormBed', '床位', { required: true }),
    kind: choice('类别', STAY_KINDS, { required: true, initial: 'main' }),
    plannedIn: date('计划入住', { required: true }),
    plannedOut: date('计划退宿', { help: '不填时为预计毕业日期' }),
  },
  output: { ...shown, state: stayStates.field('状态') },
  refusals,
})
export const freeBeds = action('dormitory.dormStay.freeBeds', '可安排床位', {
  method: 'GET',
  permission: 'dormitory:dormStay:register',
  input: {
    dormId: ref('dormBuilding', '楼栋', { required: true }),
    studentNo: text('学号', { max: 20 }),
    plannedIn: date('计划入住', { required: true }),
    plannedOut: date('计划退宿'),
    kind: choice('类别', STAY_KINDS, { initial: 'main' }),
    roomNo: text('房间', { max: 20 }),
  },
  output: {
    id: text('编号', { required: true, max: 36 }),
    roomNo: text('房间', { required: true, max: 20 }),
    bedNo: integer('床位', { required: true }),
    fullName: text('全称', { required: true, max: 200 }),
  },
  many: true,
})
/** Changes dates or key, and before check-in the bed. */
export const planStay = action('dormitory.dormStay.plan', '修改登记', {
  inScope: true,
  output: 'none',
  permission: 'dormitory:dormStay:register',
  input: {
    id: stay,
    plannedIn: date('计划入住', { help: '已入住的不能修改' }),
    plannedOut: date('计划退宿'),
    bedId: ref('dormBed', '床位', { help: '已入住的请办理调宿' }),
    keyNo: text('钥匙号', { max: 20 }),
  },
  refusals: { ...refusals, living: '{name}已入住，不能修改计划入住和床位' },
})
export const checkInRefusals = {
  tooEarly: '计划 {plannedIn} 入住，最多可以提前 {days} 天',
  whyEarly: '计划 {plannedIn} 入住，提前入住请填写原因',
  ended: '计划 {plannedOut} 退宿，已经过去，请先修改登记',
  byChange: '{name}调到 {bed} 的日期是 {plannedIn}，请在调宿管理执行',
  unpaid: '{name}的住宿费还没有缴：{amount} 元',
  overstaying: refusals.overstaying ?? '',
  gender: refusals.gender ?? '',
  bedLocked: refusals.bedLocked ?? '',
  studentGone: refusals.studentGone ?? '',
  roomOff: refusals.roomOff ?? '',
  noGender: refusals.noGender ?? '',
  bedOff: refusals.bedOff ?? '',
} as const
export const checkIn = action('dormitory.dormStay.checkIn', '办理入住', {
  inScope: true,
  input: { id: stay, earlyReason: text('提前入住原因', { max: 200 }), keyNo: text('钥匙号', { max: 20 }), pieces },
  output: { ...shown, checkInAt: datetime('入住时间', { required: true }), wasCheckedIn: bool('早已入住', { required: true }) },
  refusals: checkInRefusals,
})
/** Bulk check-in: all or nothing, failures are named. */
export const checkInMany = action('dormitory.dormStay.checkInMany', '批量入住', {
  permission: 'dormitory:dormStay:checkIn',
  input: { ids: stays, earlyReason: text('提前入住原因', { max: 200 }) },
  output: { done: integer('已入住', { required: true }) },
  refusals: checkInRefusals,
})
/** Desk lookup by a scanned or typed number. */
export const deskFind = action('dormitory.dormStay.desk', '入住前台', {
  method: 'GET',
  permission: 'dormitory:dormStay:checkIn',
  input: { code: text('学号', { required: true, max: 60 }) },
  output: {
    ...shown,
    genderCode: dict('性别', genderCode),
    className: text('班级', { max: 100 }),
    kind: choice('类别', STAY_KINDS, { required: true }),
    state: stayStates.field('状态'),
    plannedIn: date('计划入住', { required: true }),
    plannedOut: date('计划退宿'),
    checkInAt: datetime('入住时间'),
    daysEarly: integer('提前天数', { required: true }),
    feeState: choice('缴费', FEE_STATES),
    feeOwing: money('未缴'),
    pieces: list('家具', piece, { required: true }),
    slot: shape('到校时段', { beginAt: datetime('开始', { required: true }), endAt: datetime('结束', { required: true }) }),
    problem: text('不能入住的原因', { max: 300 }),
  },
  many: true,
  refusals: { unknown: '你负责的楼栋里没有学号 {studentNo} 的住宿登记' },
})
export const cancelStays = action('dormitory.dormStay.cancel', '取消登记', {
  input: { ids: stays, reason: text('原因', { required: true, max: 200, multiline: true }) },
  output: {
    done: integer('已取消', { required: true }),
    failed: list('没有取消', shape('没有取消', { id: stay, msg: text('原因', { required: true, max: 500 }) }), { required: true }),
  },
})

/** 20-DR4: items to settle before check-out. */
export const checkOutList = action('dormitory.dormStay.checkOutList', '退宿清单', {
  method: 'GET',
  permission: 'dormitory:dormStay:checkOut',
  input: { id: stay },
  output: {
    ...shown,
    keyNo: text('钥匙号', { max: 20 }),
    pieces: list('家具', piece, { required: true }),
    open: list('未结事项', shape('事项', { label: text('事项', { required: true, max: 100 }), note: text('说明', { max: 300 }), amount: money('金额') }), { required: true }),
  },
})
const leaving = {
  reason: dict('退宿原因', checkOutReason, { required: true }),
  note: text('说明', { max: 200 }),
  withDebts: bool('有遗留事项仍然退宿', { initial: false }),
} as const
const checkOutRefusals = { open: '{name}还有未结事项：{points}。仍要退宿的，请勾选“有遗留事项仍然退宿”' } as const
export const checkOut = action('dormitory.dormStay.checkOut', '办理退宿', {
  inScope: true,
  input: { id: stay, ...leaving, hasKey: bool('钥匙已交', { required: true, initial: true }), pieces },
  output: { ...shown, debtCount: integer('遗留', { required: true }) },
  refusals: checkOutRefusals,
})
export const checkOutMany = action('dormitory.dormStay.checkOutMany', '批量退宿', {
  permission: 'dormitory:dormStay:checkOut',
  input: { ids: stays, ...leaving },
  output: { done: integer('已退宿', { required: true }), withDebts: integer('有遗留', { required: true }) },
  refusals: checkOutRefusals,
})
/** 20-DR7 */
export const undoCheckOut = action('dormitory.dormStay.undoCheckOut', '撤销退宿', {
  inScope: true,
  output: 'none',
  input: { id: stay },
  refusals: {
    late: '退宿已过 {hours} 小时，不能撤销',
    twice: refusals.twice ?? '',
    taken: refusals.taken ?? '',
    bedOff: refusals.bedOff ?? '',
    bedLocked: refusals.bedLocked ?? '',
    roomOff: refusals.roomOff ?? '',
    studentGone: refusals.studentGone ?? '',
  },
})

const perRoom = list(
  '房间',
  shape('房间', {
    id: text('编号', { required: true, max: 36 }),
    fullName: text('房间', { required: true, max: 200 }),
    leaving: integer('退宿', { required: true }),
    staying: integer('仍住', { required: true }),
  }),
  { required: true },
)
const preview = {
  students: integer('学生', { required: true }),
  rooms: perRoom,
  emptied: integer('腾空房间', { required: true }),
  withDebts: integer('有遗留', { required: true }),
} as const
/** 20-DR8: preview of the beds that become free. */
export const graduationPreview = action('dormitory.dormStay.graduationPreview', '毕业退宿预览', {
  method: 'GET',
  permission: 'dormitory:dormStay:graduate',
  input: { grade: integer('年级', { required: true, min: 1950, max: 2100 }), classIds: list('班级', ref('stuClass', '班级', { required: true }), { max: 500 }) },
  output: preview,
})
export const graduateStays = action('dormitory.dormStay.graduate', '毕业退宿', {
  input: {
    grade: integer('年级', { required: true, min: 1950, max: 2100 }),
    classIds: list('班级', ref('stuClass', '班级', { required: true }), { max: 500 }),
    /** Counts of the preview; refused if they have changed. */
    students: integer('学生', { required: true }),
  },
  output: { done: integer('已退宿', { required: true }), withDebts: integer('有遗留', { required: true }) },
  refusals: { changed: '预览时是 {before} 人，现在是 {now} 人，请重新预览', nobody: '{grade} 级没有在住的学生' },
})
/** 20-DR6: reserved stays not checked in days after the planned day. */
export const neverCame = action('dormitory.dormStay.neverCame', '逾期未入住', {
  method: 'GET',
  permission: 'dormitory:dormStay:cancel',
  output: {
    count: integer('人数', { required: true }),
    days: integer('天数', { required: true }),
    before: date('计划入住不晚于', { required: true }),
    overstaying: integer('逾期未退', { required: true }),
  },
})

export const stayActions = [
  registerStay,
  freeBeds,
  planStay,
  checkIn,
  checkInMany,
  deskFind,
  cancelStays,
  checkOutList,
  checkOut,
  checkOutMany,
  undoCheckOut,
  graduationPreview,
  graduateStays,
  neverCame,
]
