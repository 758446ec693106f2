import { action, bool, choice, date, datetime, dict, integer, list, ref, shape, text } from '#model'
import { dormVisitor, dutyLog, dutyStates, SHIFTS, visitorStates, visitPurpose } from './visitor.ts'

const id = ref('dormVisitor', '访客', { required: true })
const refusals = dormVisitor.options.refusals ?? {}
const short = (label: string, max = 36) => text(label, { required: true, max })

/** Registers a visitor at the desk; the host confirms on the phone. */
export const registerVisitor = action('dormitory.dormVisitor.register', '登记来访', {
  input: {
    dormId: ref('dormBuilding', '宿舍楼', { required: true }),
    name: text('姓名', { required: true, max: 60 }),
    idNo: text('证件号', { required: true, min: 6, max: 20 }),
    phone: text('电话', { required: true, max: 20, format: 'phone' }),
    studentNo: text('被访人学号', { required: true, max: 20 }),
    purpose: dict('事由', visitPurpose, { required: true }),
  },
  output: { id: short('编号'), leaveBy: datetime('最晚离开', { required: true }) },
  refusals,
})
export const admitVisitor = action('dormitory.dormVisitor.admit', '放行', { inScope: true, output: 'none', permission: 'dormitory:dormVisitor:register', input: { id }, refusals })
export const signOutVisitor = action('dormitory.dormVisitor.signOut', '登记离开', {
  inScope: true,
  output: 'none',
  permission: 'dormitory:dormVisitor:register',
  input: { id },
  refusals,
})
export const visitorCounts = action('dormitory.dormVisitor.counts', '访客人数', {
  method: 'GET',
  permission: 'dormitory:dormVisitor:list',
  output: { pending: integer('待确认', { required: true }), inside: integer('在楼内', { required: true }), overtime: integer('超时', { required: true }) },
})
/** The host's visitors, with requests to confirm. */
export const myVisitors = action('dormitory.dormVisitor.mine', '我的访客', {
  method: 'GET',
  permission: 'dormitory:accessEvent:mine',
  many: true,
  output: {
    id: short('编号'),
    name: short('姓名', 60),
    purpose: dict('事由', visitPurpose, { required: true }),
    dormName: short('宿舍楼', 200),
    state: visitorStates.field('状态'),
    createdAt: datetime('登记时间', { required: true }),
    leaveBy: datetime('最晚离开', { required: true }),
    canAnswer: bool('可确认', { required: true }),
  },
})
export const answerVisit = action('dormitory.dormVisitor.answer', '确认来访', {
  output: 'none',
  permission: 'dormitory:accessEvent:mine',
  input: { id, isExpected: bool('认识并同意', { required: true }) },
  refusals: { notYours: '没有这条来访，或不是来找你的' },
})

const incident = shape('事件', {
  id: short('编号'),
  at: datetime('时间', { required: true }),
  text: short('经过', 500),
  students: list('学生', short('学生', 80), { required: true }),
  by: text('记录人', { max: 64 }),
})
const log = {
  id: short('编号'),
  dormId: short('宿舍楼'),
  dormName: short('宿舍楼', 200),
  dutyDate: date('日期', { required: true }),
  shift: choice('班次', SHIFTS, { required: true }),
  state: dutyStates.field('状态'),
  handover: text('交接事项', { max: 1000 }),
  dutyByName: text('值班人', { max: 64 }),
  handedAt: datetime('交接时间'),
  incidents: list('事件', incident, { required: true }),
} as const
/** Duty logs of the reader's buildings with incidents per shift, newest first. */
export const dutyLogs = action('dormitory.dutyLog.shifts', '值班记录', {
  method: 'GET',
  permission: 'dormitory:dutyLog:list',
  input: { dormId: ref('dormBuilding', '宿舍楼'), before: date('此日之前') },
  output: {
    shifts: list('班次', shape('班次', log), { required: true }),
    running: shape('当班', { dutyDate: date('日期', { required: true }), shift: choice('班次', SHIFTS, { required: true }) }, { required: true }),
    next: date('更早'),
  },
})
const where = { dormId: ref('dormBuilding', '宿舍楼', { required: true }) } as const
export const noteIncident = action('dormitory.dutyLog.note', '记录事件', {
  output: 'none',
  permission: 'dormitory:dutyLog:handOver',
  input: { ...where, text: text('经过', { required: true, max: 500, multiline: true }), studentNos: list('相关学生学号', text('学号', { required: true, max: 20 }), { max: 20 }) },
  refusals: { unknownStudent: '没有学号为 {studentNo} 的学生' },
})
export const handOver = action('dormitory.dutyLog.handOver', '交接班', {
  output: 'none',
  input: {
    ...where,
    dutyDate: date('日期', { required: true }),
    shift: choice('班次', SHIFTS, { required: true }),
    handover: text('交接事项', { required: true, max: 1000, multiline: true }),
  },
  refusals: { ...dutyLog.options.refusals, notBegun: '{date} {shift}还没有开始' },
})
export const visitorActions = [registerVisitor, admitVisitor, signOutVisitor, visitorCounts, myVisitors, answerVisit, dutyLogs, noteIncident, handOver]
