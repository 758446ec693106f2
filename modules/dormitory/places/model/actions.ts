import { action, choice, date, datetime, dict, integer, list, ref, shape, text } from '#model'
import { genderCode } from '#model/national.ts'
import { bedType, roomType } from './dictionaries.ts'
import { OCCUPIED, ROOM_USAGES } from './places.ts'

const dormId = ref('dormBuilding', '宿舍楼', { required: true })
const floorNo = (label: string) => integer(label, { required: true, min: -2, max: 60 })
const generateInput = {
  dormId,
  floorFrom: floorNo('从几层'),
  floorTo: floorNo('到几层'),
  roomsPerFloor: integer('每层房间', { required: true, min: 1, max: 99 }),
  bedsPerRoom: integer('每间床位', { required: true, min: 1, max: 16 }),
  numberPattern: text('房间号', { required: true, max: 20 }),
  roomType: dict('房型', roomType, { required: true }),
  bedType: dict('床型', bedType, { required: true }),
  usage: choice('用途', ROOM_USAGES, { required: true }),
  genderCode: dict('性别', genderCode, { help: '空着按宿舍楼' }),
} as const
const counts = (label: string) => shape(label, { fresh: integer('将新建', { required: true }), known: integer('已有', { required: true }) }, { required: true })
const generated = {
  floors: counts('楼层'),
  rooms: counts('房间'),
  beds: counts('床位'),
  samples: list('房间号示例', text('房间号', { required: true, max: 20 }), { required: true }),
} as const
const generateRefusals = {
  floorsReversed: '到 {to} 层低于从 {from} 层',
  noFloors: '{from} 至 {to} 之间没有楼层（没有 0 层）',
  floorBeyond: '{building}只有地上 {floors} 层、地下 {basements} 层，没有 {floor} 层',
  unknownPlace: '房间号里没有“{place}”这一项，可用 floor、ff、n、nn',
  noNumber: '房间号要带房间序号 n 或 nn，否则一层的房间都同号',
  noFloor: '房间号要带楼层 floor 或 ff，否则每层的房间都同号',
  tooLong: '房间号“{roomNo}”超过 20 个字',
  twice: '房间号“{roomNo}”会出现两次，请调整房间号的写法',
  otherFloor: '房间 {roomNo} 已在{floor}，不能再建到 {floorNo} 层',
  noGender: '{dorm}男女混住，请写明这些楼层住男生还是女生',
  gender: '性别只能是男或女',
} as const
/** 20-DB6: preview of what a pattern would generate. */
export const previewGenerate = action('dormitory.dormBuilding.previewGenerate', '预览生成', {
  input: generateInput,
  output: generated,
  permission: 'dormitory:dormBuilding:generate',
  refusals: generateRefusals,
})
export const generateRooms = action('dormitory.dormBuilding.generate', '成批生成', { input: generateInput, output: generated, refusals: generateRefusals })

const MOST = 500
const beds = list('床位', ref('dormBed', '床位', { required: true }), { required: true, min: 1, max: MOST })
const rooms = list('房间', ref('dormRoom', '房间', { required: true }), { required: true, min: 1, max: MOST })
const done = (label: string) => ({ done: integer(label, { required: true }) }) as const

export const lockBeds = action('dormitory.dormBed.lock', '锁定床位', {
  input: { ids: beds, reason: text('原因', { required: true, max: 100 }), until: datetime('锁定至', { help: '不填就一直锁到解锁' }) },
  output: done('已锁定'),
  refusals: {
    past: '锁定至 {until} 已经过去',
    taken: '{beds}，不能锁定',
    locked: '{bed} 已由{by}于 {at} 锁定：{reason}',
  },
})
export const unlockBeds = action('dormitory.dormBed.unlock', '解锁床位', { permission: 'dormitory:dormBed:lock', input: { ids: beds }, output: done('已解锁') })
export const closeRooms = action('dormitory.dormRoom.close', '停用房间', {
  input: {
    ids: rooms,
    from: date('停用自', { required: true }),
    to: date('停用至', { help: '最后一夜；不填就一直停用到恢复' }),
    reason: text('停用原因', { required: true, max: 100 }),
  },
  output: done('已停用'),
  refusals: { spanReversed: '停用至 {to} 早于停用自 {from}', occupiedClosed: OCCUPIED.occupiedClosed },
})
export const reopenRooms = action('dormitory.dormRoom.reopen', '恢复房间', { permission: 'dormitory:dormRoom:close', input: { ids: rooms }, output: done('已恢复') })
const residents = {
  studentId: text('学生', { required: true, max: 36 }),
  name: text('姓名', { required: true, max: 60 }),
  bedNo: integer('床号', { required: true }),
} as const
export const setRoomHead = action('dormitory.dormRoom.setHead', '设寝室长', {
  output: 'none',
  input: { id: ref('dormRoom', '房间', { required: true }), studentId: ref('student', '寝室长', { help: '空着就不设' }) },
  refusals: { notResident: '{name}不住在{room}，不能当寝室长' },
})
/** Candidates for room head. */
export const roomResidents = action('dormitory.dormRoom.residents', '住在房间的学生', {
  method: 'GET',
  permission: 'dormitory:dormRoom:setHead',
  input: { id: ref('dormRoom', '房间', { required: true }) },
  output: residents,
  many: true,
})
/** 20-DB1: missing data that keeps student rooms from being offered; `noLift` is informational only. */
export const INCOMPLETE = { noGender: '没有性别', noBeds: '没有启用的床位', noRooms: '楼层没有房间', noFloors: '楼里没有楼层', noLift: '无障碍房间不在一层，楼里没有电梯' } as const
export const incompleteSetup = action('dormitory.dormRoom.incomplete', '设置不完整', {
  method: 'GET',
  permission: 'dormitory:dormRoom:list',
  output: {
    id: text('编号', { required: true, max: 36 }),
    kind: choice('问题', INCOMPLETE, { required: true }),
    dormId: text('宿舍楼', { required: true, max: 36 }),
    fullName: text('位置', { required: true, max: 200 }),
  },
  many: true,
})
export const setupActions = [previewGenerate, generateRooms, lockBeds, unlockBeds, closeRooms, reopenRooms, setRoomHead, roomResidents, incompleteSetup]
