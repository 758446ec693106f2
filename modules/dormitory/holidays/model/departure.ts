import { choice, datetime, entity, files, json, ref, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const DEPARTURE_WAYS = { gate: '门禁', scan: '扫门牌', manual: '人工登记' } as const
/** 20-DH4: safety report of the last person leaving a room. */
export interface RoomSafe {
  power: boolean
  windows: boolean
  door: boolean
}
export const ROOM_SAFE = { power: '电源已断', windows: '窗户已关', door: '房门已锁' } as const
export const isSafe = (safe: RoomSafe | null): boolean => safe?.power === true && safe.windows && safe.door
const readonly = { readonly: true } as const

/** 离校: actual departure for a holiday, and its source. Planned times and the return are stored on the destination. */
export const holidayDeparture = entity(
  'dormitory.holidayDeparture',
  '离校登记',
  {
    destinationId: ref('holidayDestination', '去向', { required: true, immutable: true }),
    planId: ref('holidayPlan', '假期', { required: true, ...readonly }),
    studentId: ref('student', '学生', { required: true, ...readonly }),
    classId: ref('stuClass', '班级', readonly),
    dormId: ref('dormBuilding', '楼栋', readonly),
    roomId: ref('dormRoom', '房间', readonly),
    departedAt: datetime('离校时间', { required: true, ...readonly, sortable: true }),
    way: choice('方式', DEPARTURE_WAYS, { required: true, ...readonly }),
    /** Reported by the last person leaving the room. */
    roomSafe: json<RoomSafe>('离寝安全', readonly),
    photos: files('房间照片', { ...readonly, maxFiles: 4, types: ['jpg', 'jpeg', 'png'] }),
    note: text('说明', { ...readonly, max: 200 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'departedAt',
    unique: [['destinationId']],
    scope: { ...BY_STUDENT_OF_COLLEGE, building: 'dormId.buildingId' },
    sort: ['-departedAt'],
    verbs: ['list', 'export'],
  },
)
