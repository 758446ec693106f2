import { bool, choice, date, datetime, decimal, entity, files, integer, json, ref, text } from '#model'
import { EXPECTED, PRESENCE_SOURCES } from '../stay/presence.ts'
import { type Evidence, NIGHT_RESULTS, NIGHT_WAYS } from './evidence.ts'
import { HANDLED_STATES } from './handling.ts'

const readonly = { readonly: true } as const
const position = { ...readonly, sensitivity: 'S2' } as const

/** 归寝: one resident in one night, and the truth about it. Places, class and department are those of that night. */
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
    /** Not for whoever runs the building (20-DT6): others read it as `why`. */
    source: choice('不在寝依据', PRESENCE_SOURCES, { ...readonly, secret: true }),
    reason: text('依据说明', { ...readonly, max: 200, secret: true }),
    result: choice('结果', NIGHT_RESULTS, { required: true, ...readonly, initial: 'pending' }),
    /** What decided, and when it was seen. */
    way: choice('方式', NIGHT_WAYS, readonly),
    seenAt: datetime('时间', readonly),
    evidence: json<readonly Evidence[], { readonly: true; secret: true }>('依据', { ...readonly, secret: true }),
    conflict: bool('有出入', { required: true, ...readonly, initial: false }),
    lat: decimal('纬度', { ...position, precision: 9, scale: 6 }),
    lng: decimal('经度', { ...position, precision: 9, scale: 6 }),
    accuracy: integer('定位误差（米）', position),
    /** An absence that a leave approved later, or another reason, has turned into an excuse. */
    isAfterwards: bool('事后准假', { required: true, ...readonly, initial: false }),
    /** Since when it is a case; empty where there never was one. */
    openedAt: datetime('未归起', readonly),
    handledState: choice('处置', HANDLED_STATES, readonly),
    handledAt: datetime('处置时间', readonly),
    handledBy: ref('user', '处置人', readonly),
    handledNote: text('处置说明', { ...readonly, max: 500 }),
    nextStep: text('下一步', { ...readonly, max: 200 }),
    /** 0 counsellor, 1 college, 2 officer on duty. */
    escalation: integer('上报', { required: true, ...readonly, initial: 0 }),
    /** When the counsellor's digest named it. */
    toldAt: datetime('汇总时间', readonly),
    why: choice('不在寝依据', PRESENCE_SOURCES, { computed: true }),
    studentNo: text('学号', { computed: true, max: 20 }),
  },
  {
    title: 'nightDate',
    unique: [['nightDate', 'studentId']],
    scope: { student: 'studentId', class: 'studentId.counselledClassId', department: 'studentId.departmentId', building: 'dormId.buildingId' },
    select: 'scoped',
    sort: ['-nightDate'],
    countsUpTo: 10_000,
    verbs: ['list', 'export'],
  },
)
/** One room as a patroller found it. Everybody who lives there and is not named was in. */
export interface RoomTick {
  roomId: string
  at: string
  out: readonly string[]
  late: readonly string[]
}
/** 查寝: one manager's walk through one building in one night. */
export const dormPatrol = entity(
  'dormitory.dormPatrol',
  '查寝记录',
  {
    nightDate: date('日期', { required: true, ...readonly, sortable: true }),
    dormId: ref('dormBuilding', '楼栋', { required: true, immutable: true }),
    by: ref('user', '查寝人', { required: true, ...readonly }),
    startedAt: datetime('开始', { required: true, ...readonly, sortable: true }),
    lastAt: datetime('最后一间', readonly),
    /** Each tick is kept, also where a later one stands. */
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
/** What a night came to in a building and class, written when it ends and whenever something of it changes: terms are counted from these. */
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
    excused: count('已准'),
    /** Cases there were, those that an excuse explained afterwards, and the minutes it took to handle the others. */
    cases: count('未归个案'),
    afterwards: count('事后准假'),
    handled: count('已处置'),
    handledMinutes: count('处置用时（分钟）'),
  },
  { title: 'nightDate', unique: [['nightDate', 'dormId', 'classId']], scope: { class: 'classId', department: 'departmentId', building: 'dormId.buildingId' }, verbs: [] },
)
