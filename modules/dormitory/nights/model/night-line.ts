import { bool, choice, date, datetime, decimal, entity, files, integer, json, ref, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { EXPECTED, PRESENCE_SOURCES } from '../../stays/model/presence.ts'
import { type Evidence, NIGHT_WAYS, nightResults } from './evidence.ts'
import { handledStates } from './handling.ts'

const readonly = { readonly: true } as const
const position = { ...readonly, sensitivity: 'S2' } as const

/** 归寝: result of one resident's night. Place, class and department are those of that night. */
export const nightLine = entity(
  'dormitory.nightLine',
  '归寝记录',
  {
    /** From 12:00 of this date to 12:00 of the next. */
    nightDate: date('日期', { required: true, ...readonly, sortable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    bedId: ref('dormBed', '床位', { required: true, ...readonly }),
    roomId: ref('dormRoom', '房间', { required: true, ...readonly }),
    floorId: ref('dormFloor', '楼层', { required: true, ...readonly }),
    dormId: ref('dormBuilding', '楼栋', { required: true, ...readonly }),
    expected: choice('应在寝', EXPECTED, { required: true, ...readonly }),
    /** Hidden from building managers (20-DT6): others see it as `why`. */
    source: choice('不在寝依据', PRESENCE_SOURCES, { ...readonly, secret: true }),
    reason: text('依据说明', { ...readonly, max: 200, secret: true }),
    result: nightResults.field('结果', { initial: 'pending' }),
    /** The decisive source, and when it was recorded. */
    way: choice('方式', NIGHT_WAYS, readonly),
    seenAt: datetime('时间', readonly),
    evidence: json<readonly Evidence[], { readonly: true; secret: true }>('依据', { ...readonly, secret: true }),
    conflict: bool('记录不一致', { required: true, ...readonly, initial: false }),
    lat: decimal('纬度', { ...position, precision: 9, scale: 6 }),
    lng: decimal('经度', { ...position, precision: 9, scale: 6 }),
    accuracy: integer('定位误差（米）', position),
    /** An absence later turned into an excuse, by a leave approved afterwards or another reason. */
    isAfterwards: bool('事后准假', { required: true, ...readonly, initial: false }),
    /** When the case was opened; null if there was none. */
    openedAt: datetime('未归起', readonly),
    handledState: handledStates.field('处置', { required: false }),
    handledAt: datetime('处置时间', readonly),
    handledBy: ref('user', '处置人', readonly),
    handledNote: text('处置说明', { ...readonly, max: 500 }),
    nextStep: text('下一步', { ...readonly, max: 200 }),
    /** 0 counsellor, 1 college, 2 duty officer. */
    escalation: integer('上报', { required: true, ...readonly, initial: 0 }),
    /** When the counsellor's digest listed it. */
    toldAt: datetime('汇总时间', readonly),
    why: choice('不在寝依据', PRESENCE_SOURCES, { computed: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'nightDate',
    unique: [['nightDate', 'studentId']],
    scope: { ...BY_STUDENT_OF_COLLEGE, building: 'dormId.buildingId' },
    select: 'scoped',
    sort: ['-nightDate'],
    countsUpTo: 10_000,
    verbs: ['list', 'export'],
  },
)
/** A patroller's record of a room. Residents not named were present. */
export interface RoomTick {
  roomId: string
  at: string
  out: readonly string[]
  late: readonly string[]
}
/** 查寝: one manager's patrol of a building in a night. */
export const dormPatrol = entity(
  'dormitory.dormPatrol',
  '查寝记录',
  {
    nightDate: date('日期', { required: true, ...readonly, sortable: true }),
    dormId: ref('dormBuilding', '楼栋', { required: true, immutable: true }),
    by: ref('user', '查寝人', { required: true, ...readonly }),
    startedAt: datetime('开始', { required: true, ...readonly, sortable: true }),
    lastAt: datetime('最后一间', readonly),
    /** All ticks are stored, including superseded ones. */
    rooms: json<readonly RoomTick[]>('房间', { ...readonly, secret: 'internal' }),
    roomCount: integer('已查房间', { required: true, ...readonly, initial: 0 }),
    outCount: integer('不在人数', { required: true, ...readonly, initial: 0 }),
    photos: files('照片', { maxFiles: 9, types: ['jpg', 'jpeg', 'png'] }),
  },
  {
    title: 'nightDate',
    unique: [['nightDate', 'dormId', 'by']],
    scope: { building: 'dormId.buildingId', user: 'by' },
    select: 'scoped',
    sort: ['-nightDate'],
    verbs: ['list', 'export'],
  },
)
const count = (label: string) => integer(label, { required: true, ...readonly, initial: 0 })
/** Totals of a night by building and class, written at its end and on later changes; term statistics read them. */
export const nightCount = entity(
  'dormitory.nightCount',
  '归寝统计',
  {
    nightDate: date('日期', { required: true, ...readonly }),
    dormId: ref('dormBuilding', '楼栋', { required: true, ...readonly }),
    classId: ref('stuClass', '班级', readonly),
    departmentId: ref('department', '学院', readonly),
    expected: count('应在寝'),
    present: count('在寝'),
    late: count('晚归'),
    absent: count('未归'),
    excused: count('已请假'),
    /** Cases opened, those explained afterwards by an excuse, and handling minutes of the others. */
    cases: count('未归个案'),
    afterwards: count('事后准假'),
    handled: count('已处置'),
    handledMinutes: count('处置用时（分钟）'),
  },
  { title: 'nightDate', unique: [['nightDate', 'dormId', 'classId']], scope: { class: 'classId', department: 'departmentId', building: 'dormId.buildingId' }, verbs: [] },
)
