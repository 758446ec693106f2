import { action, bool, choice, date, datetime, dict, files, integer, list, ref, text } from '#model'
import { holidayStayReason } from '#modules/outing/model/holiday.ts'
import { stayApplication } from './application.ts'
import { DEPARTURE_WAYS } from './departure.ts'
import { LODGINGS } from './holiday-stay.ts'

const MOST = 500
const id = ref('holidayStay', '留校申请', { required: true })
const planId = ref('holidayPlan', '假期', { required: true })
const { refusals } = stayApplication.apply
const key = text('编号', { required: true, max: 36 })
/** School work: stayers entered by its organiser. */
export const enterStays = action('dormitory.holidayStay.enter', '登记留校名单', {
  input: {
    planId,
    studentNos: list('学号', text('学号', { required: true, max: 20 }), { required: true, min: 1, max: MOST }),
    from: date('从哪天', { required: true }),
    to: date('到哪天', { required: true }),
    reason: dict('留校原因', holidayStayReason, { required: true }),
    detail: text('说明', { max: 300, multiline: true }),
    lodging: choice('住在哪里', LODGINGS, { required: true, initial: 'ownBed' }),
    dutyTeacherId: ref('teacher', '责任教师', { required: true }),
    guardianAgreed: bool('未满 18 周岁的已联系家长并同意', { required: true, initial: false }),
  },
  output: { entered: integer('已登记', { required: true }) },
  refusals: { ...refusals, unknown: '没有学号为 {numbers} 的学生，或不在你的数据范围内', done: '{names}已登记留校', unpublished: '“{name}”还没有发布，发布后才能登记名单' },
})
const stays = list('留校', id, { required: true, min: 1, max: MOST })
const changed = { done: integer('已办', { required: true }) } as const
/** 20-DH5 */
export const assignDuty = action('dormitory.holidayStay.assign', '指定责任教师', {
  input: { ids: stays, teacherId: ref('teacher', '责任教师', { required: true }) },
  output: changed,
})
/** 20-DH6: after a talk. */
export const revokeStay = action('dormitory.holidayStay.revoke', '收回留校', {
  inScope: true,
  output: 'none',
  input: { id, reason: text('谈话情况和收回原因', { required: true, max: 200, multiline: true }) },
})
const person = {
  studentId: key,
  name: text('姓名', { max: 60 }),
  studentNo: text('学号', { max: 20 }),
  className: text('班级', { max: 100 }),
} as const
/** 20-DH6: stayers with repeated late or missed nights. */
export const watchedStays = action('dormitory.holidayStay.watched', '需谈话的留校学生', {
  method: 'GET',
  permission: 'dormitory:holidayStay:list',
  input: { planId },
  many: true,
  output: { id: key, ...person, lates: integer('晚归', { required: true }), nightsOut: integer('未归', { required: true }), dutyTeacher: text('责任教师', { max: 64 }) },
})

const SAFE = { power: bool('电源已断', { initial: false }), windows: bool('窗户已关', { initial: false }), door: bool('房门已锁', { initial: false }) } as const
const LEAVE = 'dormitory:holidayDeparture:leave'
/** 20-DH4: by the door code; the last person of the room submits the safety report. */
export const leaveSchool = action('dormitory.holidayDeparture.leave', '离校', {
  input: { planId, code: text('门牌码', { required: true, max: 60 }), ...SAFE, photos: files('房间照片', { maxFiles: 4, types: ['jpg', 'jpeg', 'png'] }) },
  output: { departedAt: datetime('离校时间', { required: true }), isLast: bool('最后离寝', { required: true }) },
  refusals: {
    code: '这不是本校的门牌码',
    otherRoom: '这是 {room} 的门牌码，你住 {bed}',
    noAnswer: '“{name}”还没有登记去向，请先登记',
    staying: '“{name}”你登记的是留校，要离校请先修改去向',
    early: '“{name}”{from} 起才可以登记离校',
    unsafe: '你是 {room} 最后离开的人，请确认{what}并拍照',
    closed: '“{name}”已于 {to} 收假',
    noStay: '你现在没有在住的床位，不用登记离寝',
  },
})
/** Upcoming holidays of the user, and whether they are the last of their room. */
export const myLeaving = action('dormitory.holidayDeparture.mine', '我的离校', {
  method: 'GET',
  permission: LEAVE,
  many: true,
  output: {
    planId: key,
    name: text('假期', { required: true, max: 100 }),
    from: date('放假', { required: true }),
    to: date('收假', { required: true }),
    choice: text('去向', { required: true, max: 20 }),
    leaveAt: datetime('计划离校'),
    backPlanned: datetime('计划返校'),
    backAt: datetime('实际返校'),
    departedAt: datetime('离校时间'),
    way: choice('方式', DEPARTURE_WAYS),
    room: text('房间', { max: 200 }),
    isLast: bool('最后离寝', { required: true }),
    isSafe: bool('已确认房间安全', { required: true }),
    canLeave: bool('可登记离校', { required: true }),
    here: list('还在的室友', text('姓名', { required: true, max: 60 }), { required: true }),
  },
})
/** Staff record departures, and a room's safety. */
export const noteLeft = action('dormitory.holidayDeparture.note', '登记离校', {
  input: {
    planId,
    studentIds: list('学生', ref('student', '学生', { required: true }), { required: true, min: 1, max: MOST }),
    at: datetime('离校时间', { help: '不填为现在' }),
    note: text('说明', { max: 200 }),
  },
  output: changed,
  refusals: { future: '{at} 还没有到', staying: '{names}留校，不用登记离校', noAnswer: '{names}还没有登记去向' },
})
export const noteSafe = action('dormitory.holidayDeparture.safe', '确认房间安全', {
  permission: 'dormitory:holidayDeparture:note',
  input: { planId, roomId: ref('dormRoom', '房间', { required: true }), note: text('说明', { max: 200 }) },
  output: changed,
  refusals: { nobody: '{room} 还没有人登记离校', open: '{room} 还有人没有离校：{names}' },
})
export const holidayStayActions = [...Object.values(stayApplication), enterStays, assignDuty, revokeStay, watchedStays]
export const departureActions = [leaveSchool, myLeaving, noteLeft, noteSafe]
