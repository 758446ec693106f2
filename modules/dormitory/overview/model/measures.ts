import { bool, choice, date, datetime, decimal, integer, list, measure, shape, text } from '#model'
import { ALERT_TYPES, alertStates } from '../../access/model/access-alert.ts'

const required = { required: true } as const
const count = (label: string) => integer(label, required)
const name = (label: string) => text(label, { required: true, max: 80 })
const beds = { beds: count('床位数'), occupied: count('已住'), reserved: count('已预留'), locked: count('锁定'), free: count('空床') } as const

export const screenBeds = measure('dormitory.beds', '床位', {
  definition: '启用的床位，所在房间用于学生住宿或机动且没有关闭；空床是床位减去已住、已预留和锁定的',
  refresh: 60,
  isOpen: true,
  output: { ...beds, dorms: count('楼栋'), campuses: count('校区') },
})
export const screenDorms = measure('dormitory.dorms', '各楼入住率', {
  definition: '每栋楼已住的床位占床位数的比例',
  refresh: 60,
  isOpen: true,
  output: {
    dorms: list(
      '楼栋',
      shape('楼栋', { id: text('楼栋', { required: true, max: 36 }), name: name('楼栋'), campus: name('校区'), beds: count('床位数'), occupied: count('已住') }),
      required,
    ),
  },
})
export const screenTonight = measure('dormitory.tonight', '今晚归寝', {
  definition: '当晚归寝记录按结果计数；归寝率是在寝和晚归之和占应在寝人数的比例，获准不在寝的不算。名单 18:00 生成，之前显示前一晚',
  refresh: 5,
  output: {
    nightDate: date('日期'),
    isTonight: bool('今晚', required),
    curfew: datetime('关门时间'),
    lines: count('应点名'),
    present: count('在寝'),
    late: count('晚归'),
    absent: count('未归'),
    pending: count('未点名'),
    excused: count('已请假'),
    percent: decimal('归寝率'),
  },
})
export const screenFlow = measure('dormitory.flow', '门禁进出', {
  definition: '最近 24 小时每 10 分钟的进出记录数，按设备记下的时间；有设备失联时，它记录的那个方向从失联起加斜线',
  refresh: 30,
  output: {
    from: datetime('开始', required),
    in: list('进', integer('进'), required),
    out: list('出', integer('出'), required),
    /** Silent devices of entry since, and of exit. */
    silentIn: datetime('进口失联自'),
    silentOut: datetime('出口失联自'),
  },
})
export const screenAlerts = measure('dormitory.alerts', '最近提醒', {
  definition: '最近 10 条门禁提醒，不含姓名和房间；今日是今天 0 点以后发现的',
  refresh: 10,
  output: {
    today: count('今日'),
    alerts: list(
      '提醒',
      shape('提醒', {
        type: choice('类型', ALERT_TYPES, required),
        dorm: text('楼栋', { max: 80 }),
        at: datetime('时间', required),
        state: alertStates.field('状态'),
      }),
      required,
    ),
  },
})
export const screenDevices = measure('dormitory.devices', '门禁设备', {
  definition: '最近 30 分钟有上报的设备占启用设备的比例',
  refresh: 60,
  output: {
    enabled: count('启用'),
    online: count('在线'),
    places: list('位置', shape('位置', { name: name('位置'), enabled: count('启用'), online: count('在线') }), required),
  },
})
const scored = shape('楼栋', { name: name('楼栋'), mean: decimal('平均分', required), rooms: count('房间') })
export const screenWeekScores = measure('dormitory.weekScores', '本周卫生评分', {
  definition: '最近公布的一周，各楼房间卫生周成绩的平均；检查过的房间不到下限的楼不参加',
  refresh: 3600,
  isOpen: true,
  output: { week: date('周'), least: count('房间下限'), best: list('最好', scored, required), worst: list('待改进', scored, required) },
})
export const screenCases = measure('dormitory.cases', '待处理', {
  definition: '还没有处置的未归个案、没有解除的门禁提醒、没有认定的宿舍违纪，和现在在楼内的访客',
  refresh: 60,
  output: { nights: count('未归个案'), alerts: count('门禁提醒'), violations: count('宿舍违纪'), visitors: count('在楼访客'), oldestAt: datetime('最久一件') },
})
/** Computed by the repair module, where there is one. */
export const screenRepairs = measure('dormitory.repairs', '报修', {
  definition: '还没有修好的报修单，按紧急程度；最久一张从报修时算起',
  refresh: 60,
  output: {
    open: count('未修好'),
    byUrgency: list('紧急程度', shape('紧急程度', { name: name('紧急程度'), level: count('级别'), orders: count('报修单') }), required),
    oldestAt: datetime('最久一张'),
  },
})
export const screenNights = measure('dormitory.nights', '14 晚归寝率', {
  definition: '最近 14 个已经结束的夜晚，在寝和晚归之和占应在寝人数的比例',
  refresh: 3600,
  output: {
    nights: list('夜晚', shape('夜晚', { date: date('日期', required), percent: decimal('归寝率', required), isFree: bool('次日休息', required) }), required),
  },
})
export const BIG_MEASURES = [screenBeds, screenTonight, screenDorms, screenFlow, screenAlerts, screenDevices, screenWeekScores, screenCases, screenRepairs, screenNights]
