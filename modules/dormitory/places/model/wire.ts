import { action, choice, dict, integer, json, list, shape, text } from '#model'
import { genderCode } from '#model/national.ts'
import { item, root } from '#modules/campus/model/select-fields.ts'
import { roomType } from './dictionaries.ts'
import { GENDER_RULES } from './places.ts'

/** The customer's interfaces: open to all signed-in users, limited to the scope of their list permission. */
const open = { method: 'GET', access: 'signedIn' } as const
const select = { ...open, many: true } as const
const isEnabled = text('启用', { max: 5 })
const id = (label: string) => text(label, { max: 36 })

export const NODE_TYPES = { school: '学校', campus: '校区', dorm: '宿舍楼', floor: '楼层', room: '房间' } as const
/** A tree node; rooms have capacity and free beds. */
export interface DormNode {
  id: string
  value: string
  label: string
  parentId: string | null
  name: string
  type: keyof typeof NODE_TYPES
  capacity?: number | null
  free?: number | null
  children: DormNode[]
}
const node = { ...item, parentId: text('上级'), name: text('名称', { required: true }), type: choice('类别', NODE_TYPES, { required: true }) } as const
const tree = { ...node, children: json<DormNode[]>('下级', { required: true, untyped: 'a tree, whose nodes are all of this shape' }) } as const
export const dormTree = action('dormitory.school.getDormTree', '宿舍树', { ...select, input: { ...root, floor: text('含楼层', { max: 1 }) }, output: tree })
export const dormRoomTree = action('dormitory.school.getDormRoomTree', '宿舍房间树', {
  ...select,
  input: root,
  output: { ...tree, capacity: integer('床位数'), free: integer('空床') },
})
export const dormSelect = action('dormitory.school.getDorm', '宿舍楼选择', {
  ...select,
  input: { campusId: id('校区'), isEnabled },
  output: { ...item, code: text('编号'), name: text('名称'), genderRule: choice('性别', GENDER_RULES) },
})
export const floorSelect = action('dormitory.school.getFloor', '宿舍楼层选择', {
  ...select,
  input: { dormId: id('宿舍楼') },
  output: { ...item, name: text('名称'), floorNo: integer('层号'), genderCode: dict('性别', genderCode) },
})
export const roomSelect = action('dormitory.school.getRoom', '宿舍房间选择', {
  ...select,
  input: { floorId: id('楼层'), isEnabled },
  output: { ...item, name: text('房间号'), roomType: dict('房型', roomType), genderCode: dict('性别', genderCode), capacity: integer('床位数'), free: integer('空床') },
})
export const roomFullName = action('dormitory.school.getRoomFullName', '房间全称', {
  ...select,
  input: { dormId: id('宿舍楼'), roomId: id('房间') },
  output: { ...item, fullName: text('全称', { required: true }) },
})
const resident = { userId: text('用户'), xh: text('学号'), name: text('姓名'), bedNo: integer('床号') } as const
export const roomStudents = action('dormitory.school.getRoomStu', '房间学生', {
  ...select,
  input: { roomId: id('房间') },
  output: { ...item, ...resident, className: text('班级') },
})
export const counsellorRooms = action('dormitory.dormitoryRegister.getFdyStuRoomSelect', '辅导员学生所在房间', {
  ...select,
  input: { userId: id('辅导员') },
  output: { ...item, fullName: text('全称', { required: true }), students: list('学生', shape('学生', resident), { required: true }) },
})
export const wireActions = [dormTree, dormRoomTree, dormSelect, floorSelect, roomSelect, roomFullName, roomStudents, counsellorRooms]
