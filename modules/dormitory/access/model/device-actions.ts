import { action, bool, choice, date, datetime, integer, list, ref, shape, text } from '#model'
import { accessDevice, DEVICE_DIRECTIONS, DIRECTIONS, QUARANTINES } from './access-event.ts'

const id = ref('accessDevice', '设备', { required: true })
const count = (label: string) => integer(label, { required: true })
const secretOnce = { code: text('设备编号', { required: true, max: 40 }), secret: text('密钥', { required: true, max: 64 }) } as const

/** Returns the secret once: it is stored encrypted and never shown again. */
export const createDevice = action('dormitory.accessDevice.create', '新建设备', {
  input: {
    code: text('设备编号', { required: true, max: 40, format: 'code' }),
    name: text('名称', { required: true, max: 60 }),
    dormId: ref('dormBuilding', '宿舍楼'),
    gate: text('校门', { max: 60 }),
    direction: choice('方向', DEVICE_DIRECTIONS, { required: true, initial: 'both' }),
    vendor: text('厂商', { max: 60 }),
  },
  output: { id, ...secretOnce },
  refusals: accessDevice.options.refusals ?? {},
})
/** A new secret; the previous one is refused at once. */
export const renewDeviceSecret = action('dormitory.accessDevice.renewSecret', '更换密钥', { inScope: true, input: { id }, output: secretOnce })
/** Device state counts in the reader's buildings. */
export const deviceCounts = action('dormitory.accessDevice.counts', '设备状态', {
  method: 'GET',
  permission: 'dormitory:accessDevice:list',
  output: {
    enabled: count('启用'),
    silent: count('失联'),
    quarantined: count('待核对'),
    /** Last pull from the school's own system and its error, for people who configure devices. */
    pulledAt: datetime('上次拉取'),
    pullError: text('拉取错误', { max: 300 }),
  },
})

/** Quarantined records, by problem and person number. */
export const quarantineList = action('dormitory.accessEvent.quarantine', '待核对记录', {
  method: 'GET',
  input: { reason: choice('原因', QUARANTINES) },
  many: true,
  output: {
    reason: choice('原因', QUARANTINES, { required: true }),
    personNo: text('人员编号', { max: 40 }),
    deviceCode: text('设备编号', { required: true, max: 40 }),
    deviceName: text('设备', { max: 60 }),
    count: count('条数'),
    firstAt: datetime('最早', { required: true }),
    lastAt: datetime('最近', { required: true }),
  },
})
/** 20-DA3: maps the number to this student, including its earlier records. */
export const remap = action('dormitory.accessEvent.remap', '对应学生', {
  permission: 'dormitory:accessEvent:quarantine',
  input: { personNo: text('人员编号', { required: true, max: 40 }), studentId: ref('student', '学生', { required: true }), note: text('说明', { max: 100 }) },
  output: { released: count('已对应记录') },
  refusals: { taken: '人员编号“{personNo}”已是{name}的', isStudentNo: '“{personNo}”是{name}的学号，不能对应到别人' },
})
/** Corrects records of a device whose clock was ahead by this many minutes. */
export const correctTime = action('dormitory.accessEvent.correctTime', '校正时间', {
  permission: 'dormitory:accessEvent:quarantine',
  input: { deviceCode: text('设备编号', { required: true, max: 40 }), minutes: integer('设备时钟快了（分钟）', { required: true, min: 1, max: 5_256_000 }) },
  output: { released: count('已校正记录') },
  refusals: { none: '设备 {deviceCode} 没有时间晚于当前的记录', stillFuture: '快 {minutes} 分钟还不够：有记录校正后仍在未来（{at}）' },
})
const passage = {
  id: text('编号', { required: true, max: 36 }),
  studentId: text('学生', { required: true, max: 36 }),
  studentNo: text('学号', { max: 20 }),
  name: text('姓名', { required: true, max: 60 }),
  className: text('班级', { max: 100 }),
  direction: choice('方向', DIRECTIONS, { required: true }),
  at: datetime('时间', { required: true }),
  deviceName: text('设备', { max: 60 }),
  dormName: text('宿舍楼', { max: 200 }),
  way: text('通行方式', { max: 20 }),
  source: text('来源', { max: 20 }),
} as const
const MOST_PURPOSE = 200
const asked = {
  studentId: ref('student', '学生'),
  dormId: ref('dormBuilding', '宿舍楼'),
  direction: choice('方向', DIRECTIONS),
  from: datetime('开始', { required: true }),
  to: datetime('结束', { required: true }),
  /** Purpose of reading one student's movements. */
  purpose: text('查询原因', { max: MOST_PURPOSE }),
} as const
const READING = {
  purpose: '查询一名学生的通行记录，请写明原因（至少 {least} 个字）',
  span: '一次最多查询 {most} 天，这次 {days} 天',
} as const
/** Movement data: each read is audited with the students concerned and, for one student, the purpose. Newest first, keyset pagination. */
export const passages = action('dormitory.accessEvent.passages', '查询通行记录', {
  input: { ...asked, before: text('从此之前', { max: 80 }), size: integer('条数', { min: 10, max: 200 }) },
  output: { items: list('记录', shape('记录', passage), { required: true }), next: text('下一页', { max: 80 }) },
  refusals: READING,
})
export const exportPassages = action('dormitory.accessEvent.exportPassages', '导出通行记录', {
  input: asked,
  output: { count: count('条数') },
  refusals: { ...READING, none: '没有可导出的数据！', many: '一次最多导出 {most} 条，请缩小范围' },
})
/** One's own passages: not audited. */
export const myPassages = action('dormitory.accessEvent.mine', '我的出入记录', {
  method: 'GET',
  input: { before: text('从此之前', { max: 80 }) },
  output: {
    items: list(
      '记录',
      shape('记录', { id: passage.id, direction: passage.direction, at: passage.at, deviceName: passage.deviceName, dormName: passage.dormName, way: passage.way }),
      { required: true },
    ),
    next: text('下一页', { max: 80 }),
    lates: list('晚归', shape('晚归', { nightDate: date('夜晚', { required: true }), at: datetime('时间', { required: true }) }), { required: true }),
    lateSince: date('自', { required: true }),
    isHoused: bool('住校', { required: true }),
    keepDays: count('保留天数'),
  },
})
export const deviceActions = [createDevice, renewDeviceSecret, deviceCounts, quarantineList, remap, correctTime, passages, exportPassages, myPassages]
