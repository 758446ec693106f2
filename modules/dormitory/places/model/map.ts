import { action, bool, choice, date, datetime, dict, integer, list, money, ref, shape, text } from '#model'
import { genderCode } from '#model/national.ts'
import { bedType, orientation, roomType } from './dictionaries.ts'
import { BED_STATES, GENDER_RULES, ROOM_STATES, ROOM_USAGES } from './places.ts'

const READ = { method: 'GET', permission: 'dormitory:dormRoom:list' } as const
const id = text('编号', { required: true, max: 36 })
const count = (label: string) => integer(label, { required: true })
const counts = { capacity: count('床位数'), occupied: count('已住'), reserved: count('已预留'), free: count('空床') } as const

/** All buildings and floors in the reader's scope with occupancy: the tree beside lists and map. */
export const dormOverview = action('dormitory.dormRoom.overview', '宿舍总览', {
  ...READ,
  output: {
    id,
    parentId: text('上级', { required: true, max: 36 }),
    type: choice('类别', { dorm: '宿舍楼', floor: '楼层' }, { required: true }),
    name: text('名称', { required: true, max: 60 }),
    campusName: text('校区', { max: 60 }),
    ...counts,
  },
  many: true,
})
const dot = shape('床位', { id, bedNo: count('床号'), state: choice('状态', BED_STATES, { required: true }) })
const cell = shape('房间', {
  id,
  roomNo: text('房间号', { required: true, max: 20 }),
  usage: choice('用途', ROOM_USAGES, { required: true }),
  state: choice('状态', ROOM_STATES, { required: true }),
  isClosed: bool('停用', { required: true }),
  isEnabled: bool('启用', { required: true }),
  genderCode: dict('性别', genderCode),
  beds: list('床位', dot, { required: true }),
})
/** 房态图: one building, floors as rows, rooms as cells, beds as dots. */
export const roomMap = action('dormitory.dormRoom.map', '房态图', {
  ...READ,
  input: { dormId: ref('dormBuilding', '宿舍楼', { required: true }) },
  output: {
    id,
    name: text('名称', { required: true, max: 50 }),
    campusName: text('校区', { required: true, max: 60 }),
    genderRule: choice('性别', GENDER_RULES, { required: true }),
    floors: list(
      '楼层',
      shape('楼层', {
        id,
        name: text('名称', { required: true, max: 20 }),
        floorNo: count('层号'),
        isEnabled: bool('启用', { required: true }),
        rooms: list('房间', cell, { required: true }),
      }),
      { required: true },
    ),
  },
})
const bed = shape('床位', {
  id,
  bedNo: count('床号'),
  bedType: dict('床型', bedType, { required: true }),
  state: choice('状态', BED_STATES, { required: true }),
  studentId: text('学生', { max: 36 }),
  name: text('姓名', { max: 60 }),
  studentNo: text('学号', { max: 20 }),
  className: text('班级', { max: 100 }),
  since: date('自'),
  until: date('至'),
  lockReason: text('锁定原因', { max: 100 }),
  lockedUntil: datetime('锁定至'),
  lockedByName: text('锁定人', { max: 64 }),
})
const change = shape('变动', {
  id,
  on: date('日期', { required: true }),
  bedNo: count('床号'),
  name: text('姓名', { required: true, max: 60 }),
  what: choice('变动', { in: '入住', out: '退宿' }, { required: true }),
})
/** The card of one room: residents, free beds, recent events. */
export const roomCard = action('dormitory.dormRoom.card', '房间卡片', {
  ...READ,
  input: { id: ref('dormRoom', '房间', { required: true }) },
  output: {
    id,
    roomNo: text('房间号', { required: true, max: 20 }),
    fullName: text('全称', { required: true, max: 200 }),
    dormId: text('宿舍楼', { required: true, max: 36 }),
    roomType: dict('房型', roomType, { required: true }),
    usage: choice('用途', ROOM_USAGES, { required: true }),
    state: choice('状态', ROOM_STATES, { required: true }),
    genderCode: dict('性别', genderCode),
    orientation: dict('朝向', orientation),
    hasBathroom: bool('独立卫浴', { required: true }),
    hasAircon: bool('空调', { required: true }),
    accessible: bool('无障碍', { required: true }),
    isEnabled: bool('启用', { required: true }),
    closedFrom: date('停用自'),
    closedTo: date('停用至'),
    closedReason: text('停用原因', { max: 100 }),
    departmentName: text('使用学院', { max: 60 }),
    headStudentId: text('寝室长', { max: 36 }),
    headName: text('寝室长', { max: 60 }),
    feePerYear: money('住宿费'),
    owing: integer('欠费人数'),
    owed: money('欠费'),
    beds: list('床位', bed, { required: true }),
    notes: list('附注', shape('附注', { label: text('事项', { required: true, max: 40 }), text: text('内容', { required: true, max: 200 }) }), { required: true }),
    changes: list('最近变动', change, { required: true }),
  },
})
export const mapActions = [dormOverview, roomMap, roomCard]
