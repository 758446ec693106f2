import { action, bool, choice, date, datetime, decimal, files, integer, list, ref, shape, text } from '#model'
import { SYSTEMS } from '#model/geo.ts'
import { nightResults, SAYS } from './evidence.ts'
import { HANDLING_REFUSALS, handlingInput } from './handling.ts'

export const PRESS = 'dormitory:nightLine:press'
const MOST = 200
const MOST_ROOMS = 500
const MOST_IN_ROOM = 16
const student = ref('student', '学生', { required: true })
const stands = { result: nightResults.field('结果'), seenAt: datetime('时间'), isRepeat: bool('已点过', { required: true }) } as const
const ofTheHour = {
  noStudent: '当前账号不是学生，不用点名',
  notTonight: '今晚的归寝名单里没有你：没有在住的床位，或名单 {at} 才生成',
  notOpen: '今晚点名 {from} 开始、{to} 截止，现在是 {now}',
} as const

/** 20-DN1: self check-in within the building's fence. */
export const pressNight = action('dormitory.nightLine.press', '我在宿舍', {
  input: {
    latitude: decimal('纬度', { required: true, precision: 9, scale: 6, min: -90, max: 90 }),
    longitude: decimal('经度', { required: true, precision: 9, scale: 6, min: -180, max: 180 }),
    accuracy: decimal('定位误差（米）', { required: true, precision: 9, scale: 1, min: 0 }),
    system: choice('坐标系', SYSTEMS),
  },
  output: stands,
  refusals: {
    ...ofTheHour,
    notThisWay: '{dorm}不用本人定位点名',
    outside: '离{dorm}还有约 {distance} 米（定位误差 {accuracy} 米），到楼里再试，或请寝室长、宿管老师确认',
    inaccurate: '定位误差 {accuracy} 米，超过 {most} 米，请到窗边再试，或请寝室长、宿管老师确认',
  },
})
/** 20-DN1: the room head confirms who is present. */
export const confirmRoom = action('dormitory.nightLine.confirmRoom', '寝室长确认', {
  permission: PRESS,
  input: { inIds: list('在寝', student, { required: true, max: MOST_IN_ROOM }), outIds: list('不在', student, { required: true, max: MOST_IN_ROOM }) },
  output: { confirmed: integer('已确认', { required: true }) },
  refusals: {
    ...ofTheHour,
    notHead: '你不是{room}的寝室长',
    notThisWay: '{dorm}不用寝室长确认',
    notInRoom: '有人今晚不住在{room}，请刷新后再确认',
    nobody: '请确认{room}的同学',
  },
})
const tick = shape('房间', {
  roomId: ref('dormRoom', '房间', { required: true }),
  at: datetime('时间', { required: true }),
  out: list('不在', student, { required: true, max: MOST_IN_ROOM }),
  late: list('晚归', student, { required: true, max: MOST_IN_ROOM }),
})
/** 20-DN3: rooms recorded by a patroller, including offline ones. Idempotent. */
export const submitPatrol = action('dormitory.dormPatrol.patrol', '查寝', {
  input: {
    dormId: ref('dormBuilding', '宿舍楼', { required: true }),
    nightDate: date('日期', { required: true }),
    ticks: list('房间', tick, { required: true, max: MOST_ROOMS }),
    photos: files('照片', { maxFiles: 9, types: ['jpg', 'jpeg', 'png'] }),
  },
  output: { kept: integer('新收到', { required: true }), roomCount: integer('已查房间', { required: true }) },
  refusals: {
    notBegun: '{dorm} {night} 晚的点名还没有开始',
    notThisWay: '{dorm}不用查寝',
    over: '{night} 晚的查寝 {until} 前补交，现在已过',
    foreignRoom: '房间 {room} 不在{dorm}，不能查',
    future: '{room} 的查寝时间 {at} 还没有到，请检查手机时间',
    tooEarly: '{room} 的查寝时间 {at} 不在 {night} 晚的点名时间内',
    notInRoom: '{room} 里没有住着所选的学生，请刷新名单后再查',
  },
})
/** 20-DN5, 20-DN6 */
export const handleCases = action('dormitory.nightLine.handle', '处置未归', {
  input: { ids: list('未归', ref('nightLine', '归寝记录', { required: true }), { required: true, min: 1, max: MOST }), ...handlingInput },
  output: { handled: integer('已处置', { required: true }) },
  refusals: { ...HANDLING_REFUSALS, notCase: '{name} {night} 晚{result}，不用处置', explained: '{name} {night} 晚的个案已自动销案（{result}），不用处置' },
})
/** 20-DN7 */
export const correctLine = action('dormitory.nightLine.correct', '更正结果', {
  inScope: true,
  input: {
    id: ref('nightLine', '归寝记录', { required: true }),
    says: choice('更正为', SAYS, { required: true }),
    reason: text('原因', { required: true, max: 200, multiline: true }),
  },
  output: { result: nightResults.field('结果') },
  refusals: { tooLate: '{night} 晚的结果 {until} 前可以更正，现在已过', excused: '{name} {night} 晚获准不在寝（{source}），请先改依据' },
})
export const nightActions = [pressNight, confirmRoom, submitPatrol, handleCases, correctLine]
