import { bool, choice, date, datetime, dict, entity, integer, json, list, ref, text } from '#model'
import { genderCode } from '#model/national.ts'
import { bedType, orientation, roomType } from './dictionaries.ts'

const isEnabled = bool('启用', { required: true, initial: true })
/** Maintained by a trigger from the parent names, so that references can be displayed and searched. */
const fullName = (label: string) => text(label, { readonly: true, max: 200, search: true, sortable: true })
const capacity = integer('床位数', { computed: true })
/** Computed from current stays: residents and available beds. */
const figures = { capacity, occupied: integer('已住', { computed: true }), free: integer('空床', { computed: true }) } as const

export const GENDER_RULES = { male: '男生', female: '女生', mixed: '混合' } as const
export const GATE_MODES = { none: '无门禁', events: '门禁记录', manual: '人工登记' } as const
const genderOnly = '住宿性别只能是男或女，不能是“{gender}”'
/** 20-DB2: not permitted while beds are taken; the refusal names the residents. */
export const OCCUPIED = {
  occupiedGender: '有 {count} 张床位住着或留给了另一性别的学生，不能改性别：{stays}。请先给他们调宿',
  occupiedOff: '还有 {count} 张床位有人，不能停用：{stays}。请先给他们调宿',
  occupiedClosed: '还有 {count} 张床位有人，不能关闭：{stays}。请先给他们调宿',
  occupiedUsage: '还有 {count} 张床位有人，不能改作他用：{stays}。请先给他们调宿',
} as const
/** Sign-in fence: a circle in metres or a polygon, WGS-84 degrees. */
export type Fence = { lng: number; lat: number; radius: number } | { points: ReadonlyArray<readonly [lng: number, lat: number]> }

export const dormBuilding = entity(
  'dormitory.dormBuilding',
  '宿舍楼',
  {
    buildingId: ref('building', '楼宇', { required: true }),
    /** Of the building; copied for the unique index per campus. */
    campusId: ref('campus', '校区', { readonly: true }),
    code: text('编号', { required: true, max: 20, format: 'code', search: true, sortable: true }),
    name: text('名称', { required: true, max: 50, search: true, sortable: true }),
    genderRule: choice('性别', GENDER_RULES, { required: true, help: '混合楼由楼层或房间决定' }),
    managerIds: list('宿管员', ref('teacher', '宿管员'), { max: 20 }),
    dutyPhone: text('值班电话', { max: 20, format: 'phone', clear: 'of the duty desk', help: '住在楼里的学生看得到' }),
    curfewProfileId: ref('curfewProfile', '归寝时间方案', { required: true }),
    gateMode: choice('门禁方式', GATE_MODES, { required: true, initial: 'none', help: '无门禁的楼不产生晚归和未归提醒' }),
    fence: json<Fence>('签到范围'),
    holidayShared: bool('假期可集中安排', { initial: false, help: '床位主人已离校时，可以安排留校学生住' }),
    sort: integer('排序', { initial: 0, sortable: true }),
    isEnabled,
    fullName: fullName('全称'),
    ...figures,
  },
  {
    title: 'fullName',
    scope: { building: 'buildingId', campus: 'campusId' },
    unique: [['buildingId'], ['code'], ['campusId', 'name']],
    importKey: ['code'],
    cached: true,
    softDelete: true,
    select: 'scoped',
    selectFields: ['code', 'name', 'campusId', 'genderRule'],
    sort: ['sort', 'code'],
    refusals: {
      notDormitory: '“{building}”的用途是{usage}，不是宿舍',
      buildingTaken: '“{building}”已作为宿舍楼“{holder}”使用',
      codeTaken: '编号“{code}”已被“{holder}”使用',
      nameTaken: '{campus}已有宿舍楼“{name}”',
      teacherGone: '{name}已不在职，不能担任宿管员',
      fenceForm: '签到范围应是一个圆（经度、纬度、半径 20 至 5000 米），或一块有 3 至 60 个角的区域',
      ...OCCUPIED,
    },
  },
)
export const dormFloor = entity(
  'dormitory.dormFloor',
  '宿舍楼层',
  {
    dormId: ref('dormBuilding', '宿舍楼', { required: true, immutable: true }),
    floorNo: integer('层号', { required: true, min: -2, max: 60, sortable: true, help: '地下为负数，没有 0 层' }),
    name: text('名称', { required: true, max: 20, search: true }),
    genderCode: dict('性别', genderCode, { help: '空着按宿舍楼' }),
    floorHeadId: ref('student', '层长'),
    isEnabled,
    fullName: fullName('全称'),
    ...figures,
  },
  {
    title: 'fullName',
    scope: { building: 'dormId.buildingId', campus: 'dormId.campusId' },
    unique: [['dormId', 'floorNo']],
    importKey: ['dormId', 'floorNo'],
    softDelete: true,
    select: 'scoped',
    selectFields: ['name', 'floorNo', 'dormId', 'genderCode'],
    sort: ['fullName'],
    refusals: { noFloorZero: '没有 0 层：地上从 1 层起，地下从 -1 层起', floorTaken: '{dorm}已有 {floorNo} 层（{holder}）', genderOnly, ...OCCUPIED },
  },
)
export const ROOM_USAGES = { student: '学生住宿', staff: '教工住宿', activity: '活动室', storage: '储物', reserve: '机动', isolation: '隔离' } as const
export const ROOM_STATES = { normal: '正常', repair: '维修', closed: '关闭' } as const
export const dormRoom = entity(
  'dormitory.dormRoom',
  '宿舍房间',
  {
    floorId: ref('dormFloor', '楼层', { required: true, immutable: true }),
    /** Copied from the floor by a trigger. */
    dormId: ref('dormBuilding', '宿舍楼', { readonly: true }),
    roomNo: text('房间号', { required: true, max: 20, search: true, sortable: true }),
    roomType: dict('房型', roomType, { required: true }),
    genderCode: dict('性别', genderCode, { help: '空着按楼层，楼层也空着按宿舍楼' }),
    /** 20-DB1: effective gender, maintained by a trigger. */
    lodgingGender: dict('住宿性别', genderCode, { readonly: true, sortable: true }),
    usage: choice('用途', ROOM_USAGES, { required: true, initial: 'student', help: '只有学生住宿和机动房间安排住宿' }),
    departmentId: ref('department', '使用学院'),
    hasBathroom: bool('独立卫浴', { initial: false }),
    hasAircon: bool('空调', { initial: false }),
    accessible: bool('无障碍', { initial: false, help: '不在一层而楼里没有登记电梯的，会列在“设置不完整”里' }),
    orientation: dict('朝向', orientation),
    state: choice('状态', ROOM_STATES, { required: true, initial: 'normal' }),
    /** Closed for some nights, inclusive; residents are not expected. */
    closedFrom: date('停用自', { readonly: true }),
    closedTo: date('停用至', { readonly: true }),
    closedReason: text('停用原因', { max: 100, readonly: true }),
    headStudentId: ref('student', '寝室长'),
    isEnabled,
    fullName: fullName('全称'),
    ...figures,
  },
  {
    title: 'fullName',
    scope: { building: 'dormId.buildingId', campus: 'dormId.campusId', department: 'departmentId' },
    unique: [['dormId', 'roomNo']],
    importKey: ['floorId', 'roomNo'],
    softDelete: true,
    select: 'scoped',
    selectFields: ['roomNo', 'roomType', 'dormId', 'floorId'],
    sort: ['fullName'],
    refusals: { roomTaken: '{dorm}已有房间 {roomNo}（{floor}）', notResident: '{name}不住在{room}，不能当寝室长', genderOnly, ...OCCUPIED },
  },
)
/** Availability of a bed. */
export const BED_STATES = { occupied: '已住', free: '空床', reserved: '已预留', locked: '锁定', repair: '维修', off: '不安排' } as const
export type BedState = keyof typeof BED_STATES
export const dormBed = entity(
  'dormitory.dormBed',
  '床位',
  {
    roomId: ref('dormRoom', '房间', { required: true, immutable: true }),
    /** Copied from the room by a trigger. */
    dormId: ref('dormBuilding', '宿舍楼', { readonly: true }),
    floorId: ref('dormFloor', '楼层', { readonly: true }),
    bedNo: integer('床号', { required: true, min: 1, max: 16, sortable: true }),
    bedType: dict('床型', bedType, { required: true, initial: 'loft' }),
    isEnabled,
    /** Computed from current stays: availability and occupant. */
    bedState: choice('状态', BED_STATES, { computed: true }),
    holderName: text('学生', { computed: true, max: 60 }),
    holderNo: text('学号', { computed: true, max: 20 }),
    holderClass: text('班级', { computed: true, max: 60 }),
    lockReason: text('锁定原因', { max: 100, readonly: true }),
    /** Empty with a reason set: locked until unlocked. */
    lockedUntil: datetime('锁定至', { readonly: true, sortable: true }),
    lockedAt: datetime('锁定时间', { readonly: true }),
    lockedBy: ref('user', '锁定人', { readonly: true }),
    fullName: fullName('全称'),
  },
  {
    title: 'fullName',
    scope: { building: 'dormId.buildingId', campus: 'dormId.campusId', department: 'roomId.departmentId' },
    unique: [['roomId', 'bedNo']],
    importKey: ['roomId', 'bedNo'],
    softDelete: true,
    select: 'scoped',
    selectFields: ['bedNo', 'roomId', 'bedType'],
    sort: ['fullName'],
    refusals: { bedTaken: '{room}已有 {bedNo} 号床', occupiedOff: OCCUPIED.occupiedOff },
  },
)
