import { action, bool, choice, date, datetime, decimal, dict, integer, list, ref, shape, statistics, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { ALERT_TYPES, accessAlertResult, alertStates, EXPLANATIONS } from './access-alert.ts'
import { DIRECTIONS } from './access-event.ts'
import { LIMIT_PARAMETERS } from './parameters.ts'

const MOST = 200
const id = text('编号', { required: true, max: 36 })
const count = (label: string) => integer(label, { required: true })
const READ = { method: 'GET', permission: 'dormitory:accessAlert:desk' } as const
/** Opens the night results: late returns, nights out, not seen. */
export const NIGHTS = 'dormitory:accessAlert:nights'
/** 20-DA5: required to read and handle 长时间未出楼; other users cannot see that such an alert exists. */
export const LOOK_IN = 'dormitory:accessAlert:lookIn'

const alert = {
  id,
  type: choice('类型', ALERT_TYPES, { required: true }),
  studentId: text('学生', { required: true, max: 36 }),
  studentNo: text('学号', { max: 20 }),
  name: text('姓名', { required: true, max: 60 }),
  className: text('班级', { max: 100 }),
  phone: student.fields.phone,
  bed: text('床位', { max: 200 }),
  dormName: text('宿舍楼', { max: 200 }),
  nightDate: date('夜晚', { required: true }),
  at: datetime('时间', { required: true }),
  hours: integer('小时'),
  isFinal: bool('已确定', { required: true }),
  isUncertain: bool('不确定', { required: true }),
  state: alertStates.field('状态'),
  openedAt: datetime('发现时间', { required: true }),
  handledByName: text('处理人', { max: 64 }),
  result: dict('处理结果', accessAlertResult),
  note: text('处理说明', { max: 300 }),
  explainedBy: choice('解除原因', EXPLANATIONS),
  closedAt: datetime('解除时间'),
  version: count('版本'),
} as const
const asked = {
  type: choice('类型', ALERT_TYPES),
  states: list('状态', alertStates.field('状态'), { max: 4 }),
  night: date('夜晚'),
  from: date('开始'),
  to: date('结束'),
  dormId: ref('dormBuilding', '宿舍楼'),
  classId: ref('stuClass', '班级'),
  q: text('姓名或学号', { max: 40 }),
  id: ref('accessAlert', '提醒'),
} as const
/** 提醒台: open alerts first, by age; keyset pagination. */
export const alertDesk = action('dormitory.accessAlert.desk', '门禁提醒', {
  ...READ,
  input: { ...asked, after: text('从此之后', { max: 80 }) },
  output: { items: list('提醒', shape('提醒', alert), { required: true }), next: text('下一页', { max: 80 }) },
})
export const exportAlerts = action('dormitory.accessAlert.export', '导出门禁提醒', {
  method: 'GET',
  input: asked,
  output: { count: count('条数') },
  refusals: { none: '没有可导出的数据！', many: '一次最多导出 {most} 条，请缩小范围' },
})
/** Counts of open alerts by type and age; types hidden from the reader are not counted. */
export const alertCounts = action('dormitory.accessAlert.counts', '提醒条数', {
  ...READ,
  many: true,
  output: { type: choice('类型', ALERT_TYPES, { required: true }), today: count('今晚'), day: count('一天内'), older: count('更久'), uncertain: count('不确定') },
})
/** History of an alert, with the passages around it. */
export const alertCard = action('dormitory.accessAlert.card', '提醒经过', {
  ...READ,
  input: { id: ref('accessAlert', '提醒', { required: true }) },
  output: {
    ...alert,
    curfew: datetime('归寝时间'),
    gateOpening: datetime('开门'),
    trace: list(
      '经过',
      shape('经过', {
        at: datetime('时间', { required: true }),
        what: text('什么', { required: true, max: 20 }),
        type: choice('类型', ALERT_TYPES, { required: true }),
        by: text('人员', { max: 64 }),
        note: text('说明', { max: 300 }),
      }),
      { required: true },
    ),
    passages: list(
      '前后的通行',
      shape('通行', { at: datetime('时间', { required: true }), direction: choice('方向', DIRECTIONS, { required: true }), deviceName: text('设备', { max: 60 }) }),
      { required: true },
    ),
    lates: count('30 天内晚归'),
    outs: count('本学期未归'),
  },
})
const ids = list('提醒', ref('accessAlert', '提醒', { required: true }), { required: true, min: 1, max: MOST })
const refusals = { closed: '{name}的提醒已由{by}处理', explained: '{name}的提醒已自动解除（{why}）' }
/** Assigns the alert to the caller, so that nobody else follows it up as well. */
export const takeAlerts = action('dormitory.accessAlert.take', '开始处理', {
  permission: 'dormitory:accessAlert:close',
  input: { ids },
  output: { taken: count('已开始') },
  refusals,
})
export const closeAlerts = action('dormitory.accessAlert.close', '处理提醒', {
  input: { ids, result: dict('处理结果', accessAlertResult, { required: true }), note: text('处理说明', { max: 300, multiline: true }) },
  output: { closed: count('已处理') },
  refusals: { ...refusals, note: '处理结果选“其他”时请写明情况' },
})
/** Re-evaluates a night of some buildings. */
export const recompute = action('dormitory.accessAlert.recompute', '重新核对', {
  input: { night: date('夜晚', { required: true }), dormId: ref('dormBuilding', '宿舍楼') },
  output: { changed: count('有变化的提醒') },
  refusals: {
    noDoors: '{dorm}的门禁不记录进出，没有可以核对的',
    off: '{dorm}已停用，没有可以核对的',
    future: '{night} 晚还没有到归寝时间',
    old: '{night} 晚太久了，最多重新核对 {days} 天内的',
  },
})
const limits = {
  alertLateMinutes: integer(LIMIT_PARAMETERS.alertLateMinutes.label, { required: true, min: 0, max: 60 }),
  alertNotSeenDays: integer(LIMIT_PARAMETERS.alertNotSeenDays.label, { required: true, min: 1, max: 30 }),
  alertNotLeftHours: integer(LIMIT_PARAMETERS.alertNotLeftHours.label, { required: true, min: 24, max: 240 }),
} as const
export const alertLimits = action('dormitory.accessAlert.limits', '提醒阈值', { method: 'GET', permission: 'dormitory:accessAlert:saveLimits', output: limits })
const replayed = { lateReturn: count('晚归'), nightOut: count('未归'), notSeen: count('多日无记录'), notLeft: count('长时间未出楼'), explained: count('后来解释') } as const
/** Replays recent nights with other limits: what would have been found, and how much was explained later. Read-only. */
export const replayLimits = action('dormitory.accessAlert.replay', '试算阈值', {
  permission: 'dormitory:accessAlert:saveLimits',
  isWhole: false,
  input: limits,
  output: {
    nights: list(
      '每晚',
      shape('每晚', { night: date('夜晚', { required: true }), now: shape('现在', replayed, { required: true }), tried: shape('调整后', replayed, { required: true }) }),
      { required: true },
    ),
  },
})
export const saveLimits = action('dormitory.accessAlert.saveLimits', '保存阈值', { input: limits, output: limits })

const rate = (label: string) => decimal(label, { required: true, scale: 2 })
export const alertStatistics = statistics('dormitory.accessAlert.statistics', '门禁统计', {
  most: 200,
  input: { dormId: ref('dormBuilding', '宿舍楼') },
  sums: { lates: count('晚归'), outs: count('未归') },
  by: {
    houses: { label: '各楼', more: { residents: count('在住'), lateRate: rate('晚归率'), outRate: rate('未归率') } },
    nights: '每晚',
    hours: '时段',
  },
  more: {
    handledMinutes: integer('处理用时中位数（分钟）'),
    explained: count('自动解除'),
    open: count('待处理'),
    total: count('提醒'),
    uncertain: count('曾不确定'),
  },
})
export const alertActions = [
  alertDesk,
  exportAlerts,
  alertCounts,
  alertCard,
  takeAlerts,
  closeAlerts,
  recompute,
  alertLimits,
  replayLimits,
  saveLimits,
  alertStatistics,
  alertStatistics.sheet,
]
