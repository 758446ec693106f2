import { bool, choice, datetime, dict, dictionary, entity, integer, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const DEVICE_DIRECTIONS = { in: '只记进', out: '只记出', both: '进出都记' } as const
export const DIRECTIONS = { in: '进', out: '出' } as const
export type Direction = keyof typeof DIRECTIONS
export const QUARANTINES = { unknownPerson: '未识别的编号', futureTime: '时间晚于当前', unknownDevice: '未识别的设备' } as const
export type Quarantine = keyof typeof QUARANTINES
const EVENT_SOURCES = { push: '设备推送', import: '文件导入', pull: '定时拉取' } as const
/** Ways other than face recognition must exist, too; only the kind of way is stored. */
export const passageWay = dictionary('passageWay', '通行方式', { card: '刷卡', code: '扫码', face: '刷脸', manual: '人工登记' })
const readonly = { readonly: true } as const
const count = (label: string) => integer(label, { required: true, ...readonly, initial: 0 })

/** 门禁设备: the door of a building, or a gate of the campus. */
export const accessDevice = entity(
  'dormitory.accessDevice',
  '门禁设备',
  {
    code: text('设备编号', { required: true, immutable: true, max: 40, format: 'code', search: true, sortable: true }),
    name: text('名称', { required: true, max: 60, search: true }),
    dormId: ref('dormBuilding', '宿舍楼', { help: '校门的设备不填，改填校门' }),
    gate: text('校门', { max: 60 }),
    direction: choice('方向', DEVICE_DIRECTIONS, { required: true, initial: 'both' }),
    vendor: text('厂商', { max: 60 }),
    secret: text('密钥', { required: true, ...readonly, max: 64, secret: true, encrypted: true, sentTo: [] }),
    secretAt: datetime('密钥生成时间', readonly),
    lastSeenAt: datetime('最近上报', readonly),
    lastEventAt: datetime('最近记录', readonly),
    silentSince: datetime('失联自', readonly),
    receivedCount: count('收到记录'),
    repeatCount: count('重复上报'),
    isEnabled: bool('启用', { required: true, initial: true }),
    isSilent: bool('失联', { computed: true }),
  },
  {
    title: 'name',
    unique: [['code']],
    scope: { building: 'dormId.buildingId' },
    cached: true,
    select: 'scoped',
    selectFields: ['code', 'dormId', 'direction'],
    sort: ['code'],
    verbs: ['list', 'update', 'remove', 'export'],
    refusals: {
      codeTaken: '已有编号为“{code}”的设备',
      place: '请在宿舍楼和校门中填写一个',
      hasEvents: '设备“{name}”已有通行记录，不能删除，可以停用',
    },
  },
)
/** 门禁卡号: maps a device's person number to a student where it is not the student number. */
export const accessPerson = entity(
  'dormitory.accessPerson',
  '门禁人员编号',
  {
    personNo: text('人员编号', { required: true, immutable: true, max: 40, search: true, sortable: true, help: '卡号或设备里的人员编号；学号不用登记' }),
    studentId: ref('student', '学生', { required: true }),
    note: text('说明', { max: 100 }),
  },
  {
    title: 'personNo',
    unique: [['personNo']],
    importKey: ['personNo'],
    scope: BY_STUDENT,
    sort: ['personNo'],
    refusals: { taken: '人员编号“{personNo}”已是{name}的' },
  },
)
/** 通行记录. Movement data: readable only through the audited action `passages`, never through a list. */
export const accessEvent = entity(
  'dormitory.accessEvent',
  '通行记录',
  {
    deviceCode: text('设备编号', { required: true, max: 40 }),
    deviceId: ref('accessDevice', '设备', readonly),
    /** Building of the device. */
    dormId: ref('dormBuilding', '宿舍楼', readonly),
    seq: integer('记录序号', { min: 0 }),
    personNo: text('人员编号', { required: true, max: 40 }),
    studentId: ref('student', '学生', readonly),
    direction: choice('方向', DIRECTIONS, { required: true }),
    eventAt: datetime('时间', { required: true, sortable: true }),
    way: dict('通行方式', passageWay),
    receivedAt: datetime('收到时间', readonly),
    source: choice('来源', EVENT_SOURCES, { required: true, ...readonly, initial: 'import' }),
    quarantine: choice('待核对', QUARANTINES, readonly),
    reportedAt: datetime('设备所报时间', readonly),
  },
  {
    title: 'personNo',
    scope: {
      ...BY_STUDENT,
      building: 'dormId.buildingId',
    },
    sort: ['-eventAt'],
    countsUpTo: 10_000,
    importKey: ['deviceCode', 'personNo', 'eventAt', 'direction'],
    verbs: ['import'],
    refusals: { tooOld: '{eventAt} 的记录早于保留期限，不再收' },
  },
)
