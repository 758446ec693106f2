import { action, bool, choice, date, datetime, decimal, integer, list, pickFields, ref, shape, text, time } from '#model'
import { hourEntry, hourStates } from './hour-entry.ts'
import { scanStates } from './work-scan.ts'

const need = { required: true } as const
const id = ref('hourEntry', '工时', need)
const ids = list('工时', id, { ...need, min: 1, max: 500 })
const span = {
  engagementId: ref('engagement', '上岗', need),
  date: date('日期', need),
  start: time('开始', need),
  end: time('结束', need),
  work: text('做了什么', { max: 200 }),
} as const
const entered = {
  id: text('编号', { ...need, max: 36 }),
  hours: hourEntry.fields.hours,
  overWeek: hourEntry.fields.overWeek,
  used: decimal('本月已用', need),
  limit: decimal('本月上限', need),
} as const
export const MANAGE = 'workStudy:hourEntry:enter'
export const OWN = 'workStudy:hourEntry:confirm'
export const enterHours = action('workStudy.hourEntry.enter', '登记工时', { permission: MANAGE, input: span, output: entered })
/** A student's own, such as after a forgotten scan; the unit has to approve it. */
export const enterOwnHours = action('workStudy.hourEntry.enterOwn', '补登工时', { permission: OWN, input: span, output: entered })
export const approveHours = action('workStudy.hourEntry.approve', '认可', { permission: MANAGE, input: { ids }, output: { count: integer('条数', need) } })
export const confirmHours = action('workStudy.hourEntry.confirm', '确认工时', { permission: OWN, input: { ids }, output: 'none' })
export const disputeHours = action('workStudy.hourEntry.dispute', '提出争议', { permission: OWN, input: { id, note: text('哪里不对', { ...need, max: 200 }) }, output: 'none' })
/** 40-W6: the office decides how many hours stand; none takes the entry away. */
export const settleDispute = action('workStudy.hourEntry.settle', '处理争议', {
  input: { id, hours: decimal('认定小时', { ...need, precision: 4, scale: 1, min: 0, max: 24 }), answer: text('理由', { ...need, max: 200 }) },
  output: 'none',
  inScope: true,
})
export const tickWeek = action('workStudy.hourEntry.tick', '同意超周', { permission: settleDispute.permission, input: { id }, output: 'none', inScope: true })

const SCANNED = { in: '签到', out: '签退', choose: '选择岗位' } as const
/** Scans the code on the unit's screen: in, or out where one is in. */
export const scanWork = action('workStudy.workScan.scan', '扫码', {
  permission: OWN,
  input: { code: text('码', { ...need, max: 100 }), engagementId: ref('engagement', '上岗') },
  output: {
    what: choice('结果', SCANNED, need),
    post: text('岗位', { max: 60 }),
    at: datetime('时间', need),
    hours: decimal('小时'),
    choices: list('岗位', shape('岗位', { engagementId: text('编号', { ...need, max: 36 }), post: text('岗位', { ...need, max: 60 }) }), need),
  },
})
/** The code on the screen of a unit, and who is in. */
export const unitCode = action('workStudy.workScan.code', '签到屏', {
  method: 'GET',
  permission: MANAGE,
  input: { unitId: ref('employUnit', '用工单位') },
  output: {
    unitId: text('编号', { ...need, max: 36 }),
    unit: text('用工单位', { ...need, max: 60 }),
    code: text('码', { ...need, max: 100 }),
    seconds: integer('秒', need),
    leftMs: integer('剩余毫秒', need),
    here: list('在岗', shape('在岗', { name: text('姓名', { ...need, max: 60 }), post: text('岗位', { ...need, max: 60 }), inAt: datetime('签到', need) }), need),
  },
})
/** A forgotten scan at the end: the unit says when work ended, or that nothing counts. */
export const settleScan = action('workStudy.workScan.settle', '补签退', {
  permission: MANAGE,
  input: { id: ref('workScan', '签到', need), end: time('结束', { help: '不填表示这次不计工时' }), work: text('做了什么', { max: 200 }) },
  output: 'none',
  inScope: true,
})
export const ENTRY_FIELDS = pickFields(hourEntry.fields, ['date', 'start', 'end', 'hours', 'work', 'source', 'state', 'overWeek', 'confirmUntil', 'disputeNote', 'answer'])
const row = { id: text('编号', { ...need, max: 36 }), ...ENTRY_FIELDS }
/** 工时周表: who worked when in a week of a unit. */
export const weekGrid = action('workStudy.hourEntry.week', '工时周表', {
  method: 'GET',
  permission: MANAGE,
  input: { unitId: ref('employUnit', '用工单位'), week: date('周') },
  output: {
    unitId: text('编号', { max: 36 }),
    units: list('用工单位', shape('用工单位', { id: text('编号', { ...need, max: 36 }), name: text('名称', { ...need, max: 60 }) }), need),
    from: date('从', need),
    to: date('到', need),
    people: list(
      '在岗',
      shape('在岗', {
        engagementId: text('编号', { ...need, max: 36 }),
        name: text('姓名', { ...need, max: 60 }),
        className: text('班级', { max: 60 }),
        post: text('岗位', { ...need, max: 60 }),
        monthHours: decimal('本月', need),
        limit: decimal('本月上限', need),
        entries: list('工时', shape('工时', row), need),
      }),
      need,
    ),
    forgotten: list(
      '忘记签退',
      shape('忘记签退', {
        id: text('编号', { ...need, max: 36 }),
        name: text('姓名', { ...need, max: 60 }),
        post: text('岗位', { ...need, max: 60 }),
        inAt: datetime('签到', need),
      }),
      need,
    ),
  },
})
/** 我的勤工助学: posts, this month's hours, what waits for an answer. */
export const myWork = action('workStudy.hourEntry.mine', '我的勤工助学', {
  method: 'GET',
  permission: OWN,
  output: {
    month: text('月份', { ...need, max: 7 }),
    hours: decimal('本月', need),
    limit: decimal('上限', need),
    engagements: list(
      '岗位',
      shape('岗位', {
        id: text('编号', { ...need, max: 36 }),
        post: text('岗位', { ...need, max: 60 }),
        unit: text('用工单位', { ...need, max: 60 }),
        place: text('地点', { ...need, max: 100 }),
        from: date('上岗', need),
        to: date('结束'),
        isActive: bool('在岗', need),
        inAt: datetime('签到'),
        scanState: choice('签到', scanStates.labels),
        totalHours: decimal('累计', need),
      }),
      need,
    ),
    entries: list('工时', shape('工时', { ...row, post: text('岗位', { ...need, max: 60 }), state: hourStates.field('状态') }), need),
  },
})
export const hourActions = [
  ...[enterHours, enterOwnHours, approveHours, confirmHours, disputeHours, settleDispute, tickWeek],
  ...[scanWork, unitCode, settleScan, weekGrid, myWork],
]
