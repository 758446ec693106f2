import { action, bool, choice, date, datetime, files, integer, list, money, ref, shape, text } from '#model'
import { dormBuilding } from '../../places/model/places.ts'
import { checkInRefusals, piece, pieces, shown, stay } from './actions.ts'
import { STAY_KINDS, stayStates } from './states.ts'

const mate = shape('室友', {
  name: text('姓名', { required: true, max: 60 }),
  bedNo: integer('床位', { required: true }),
  className: text('班级', { max: 100 }),
  isHead: bool('寝室长', { required: true }),
})
/** My dormitory: current or future bed, roommates and contacts. */
export const myDorm = action('dormitory.dormStay.mine', '我的宿舍', {
  method: 'GET',
  permission: 'dormitory:dormStay:mine',
  output: {
    ...shown,
    roomId: text('房间', { required: true, max: 36 }),
    bedNo: integer('床位号', { required: true }),
    kind: choice('类别', STAY_KINDS, { required: true }),
    state: stayStates.field('状态'),
    plannedIn: date('计划入住', { required: true }),
    plannedOut: date('计划退宿'),
    checkInAt: datetime('入住时间'),
    checkOutAt: datetime('退宿时间'),
    feePerYear: money('住宿费（每年）'),
    dutyPhone: dormBuilding.fields.dutyPhone,
    curfew: text('门禁时间', { max: 5 }),
    managers: text('宿管', { max: 200 }),
    mates: list('室友', mate, { required: true }),
    pieces: list('家具', piece, { required: true }),
    mayReportUntil: datetime('申报截止'),
    inventoryAt: datetime('家具确认时间'),
    mayCheckIn: bool('可以入住', { required: true }),
  },
  many: true,
})
/** 20-DR3: the student confirms the inventory or reports existing damage. */
export const confirmInventory = action('dormitory.dormStay.confirmInventory', '确认家具', {
  output: 'none',
  permission: 'dormitory:dormStay:mine',
  input: { id: stay, pieces, note: text('说明', { max: 500, multiline: true }), photos: files('照片', { maxFiles: 6, types: ['jpg', 'jpeg', 'png'] }) },
  refusals: { late: '申报期限 {until} 已过，家具视为完好', done: '已在 {at} 确认过', unknown: '“{item}”不在家具清单里' },
})
/** Self check-in by phone: the door code identifies the room. */
export const checkInByDoor = action('dormitory.dormStay.checkInByDoor', '扫码入住', {
  permission: 'dormitory:dormStay:mine',
  input: { code: text('门牌码', { required: true, max: 100 }) },
  output: { ...shown, wasCheckedIn: bool('早已入住', { required: true }) },
  refusals: { ...checkInRefusals, code: '这不是有效的门牌码', otherRoom: '这里是 {room}，你的床位是 {bed}', none: '你没有待入住的床位' },
})
/** Door codes, printed on the door card. */
export const doorCodes = action('dormitory.dormStay.doorCodes', '门牌码', {
  method: 'GET',
  permission: 'dormitory:dormStay:doorCodes',
  input: { dormId: ref('dormBuilding', '楼栋', { required: true }), floorId: ref('dormFloor', '楼层'), roomId: ref('dormRoom', '房间') },
  output: {
    roomId: text('编号', { required: true, max: 36 }),
    fullName: text('房间', { required: true, max: 200 }),
    code: text('门牌码', { required: true, max: 100 }),
    residents: list(
      '住宿学生',
      shape('学生', { bedNo: integer('床位', { required: true }), name: text('姓名', { required: true, max: 60 }), className: text('班级', { max: 100 }) }),
      { required: true },
    ),
  },
  many: true,
})
/** Staff scan a door code: the room, within their scope. */
export const roomOfCode = action('dormitory.dormRoom.door', '扫门牌查房间', {
  method: 'GET',
  permission: 'dormitory:dormRoom:list',
  input: { code: text('门牌码', { required: true, max: 100 }) },
  output: { roomId: text('房间', { required: true, max: 36 }), dormId: text('楼栋', { required: true, max: 36 }) },
  refusals: { code: '这不是有效的门牌码' },
})
export const ownStayActions = [myDorm, confirmInventory, checkInByDoor, doorCodes, roomOfCode]
