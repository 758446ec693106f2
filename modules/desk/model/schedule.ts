import { action, bool, choice, date, datetime, dict, dictionary, entity, integer, list, ref, shape, text } from '#model'

export const scheduleKind = dictionary('scheduleKind', '日程类型', {
  meeting: '会议',
  talk: '谈话',
  duty: '值班',
  activity: '活动',
  exam: '考试',
  leave: '请假',
  personal: '个人',
  other: '其他',
})
/** Source of a schedule entry; each can be hidden. */
export const SOURCES = { own: '我的日程', business: '业务安排', lesson: '课表', calendar: '校历', todo: '待办截止' } as const

const given = {
  title: text('标题', { required: true, max: 100 }),
  begin: datetime('开始', { required: true }),
  end: datetime('结束', { required: true }),
  allDay: bool('全天', { initial: false }),
  kind: dict('类型', scheduleKind),
  place: text('地点', { max: 100 }),
  remindMinutes: integer('提前提醒（分钟）', { min: 0, max: 10080 }),
  repeatRule: text('重复', { max: 100 }),
  note: text('备注', { max: 1000, multiline: true }),
} as const
export const scheduleEvent = entity(
  'desk.scheduleEvent',
  '日程',
  {
    userId: ref('user', '用户', { required: true }),
    ...given,
    remindedAt: datetime('已提醒', { readonly: true }),
    /** Source row; such entries are read-only. */
    sourceType: text('来源', { max: 64, readonly: true }),
    sourceId: text('来源编号', { max: 64, readonly: true }),
    link: text('地址', { max: 500, readonly: true }),
  },
  { title: 'title', scope: { user: 'userId' }, sort: ['begin'], verbs: [] },
)
const entry = {
  id: text('编号', { required: true, max: 80 }),
  eventId: ref('scheduleEvent', '日程'),
  version: integer('版本'),
  source: choice('来源', SOURCES, { required: true }),
  title: text('标题', { required: true, max: 200 }),
  begin: datetime('开始', { required: true }),
  end: datetime('结束', { required: true }),
  allDay: bool('全天', { required: true }),
  kind: text('类型', { max: 64 }),
  place: text('地点', { max: 200 }),
  note: text('备注', { max: 1000 }),
  remindMinutes: integer('提前提醒（分钟）'),
  repeatRule: text('重复', { max: 100 }),
  link: text('地址', { max: 500 }),
  /** Only own entries can be changed. */
  isOwn: bool('可修改', { required: true }),
} as const
export const scheduleRange = action('desk.scheduleEvent.range', '日程', {
  method: 'GET',
  access: 'signedIn',
  input: { from: date('自', { required: true }), to: date('至', { required: true }), sources: text('来源', { max: 60 }) },
  many: true,
  output: entry,
  refusals: { span: '一次最多查看 {most} 天' },
})
const READ_ONLY = '“{title}”由业务生成，不能在日程里修改'
const conflict = { title: text('标题', { required: true, max: 200 }), begin: datetime('开始', { required: true }), end: datetime('结束', { required: true }) } as const
export const saveEvent = action('desk.scheduleEvent.save', '保存日程', {
  access: 'signedIn',
  input: { id: ref('scheduleEvent', '日程'), version: integer('版本', { min: 1 }), ...given },
  output: {
    id: ref('scheduleEvent', '日程', { required: true }),
    version: integer('版本', { required: true }),
    /** Overlapping entries: a warning only. */
    conflicts: list('时间冲突', shape('时间冲突', conflict), { required: true }),
  },
  refusals: {
    reversed: '结束时间不晚于开始时间',
    readOnly: READ_ONLY,
    repeatForm: '重复规则“{rule}”看不懂',
    endless: '一次日程最长 31 天，重复最久 5 年',
  },
})
export const removeEvent = action('desk.scheduleEvent.drop', '删除日程', {
  output: 'none',
  access: 'signedIn',
  input: { id: ref('scheduleEvent', '日程', { required: true }) },
  refusals: { readOnly: READ_ONLY },
})
export const scheduleAddress = action('desk.scheduleEvent.address', '日历订阅', {
  method: 'GET',
  access: 'signedIn',
  output: { isMade: bool('已开通', { required: true }), createdAt: datetime('开通时间'), readAt: datetime('最近读取') },
})
/** Returns the secret address once; a new one invalidates the old. */
export const makeAddress = action('desk.scheduleEvent.makeAddress', '生成订阅地址', { access: 'signedIn', output: { path: text('地址', { required: true, max: 300 }) } })
export const revokeAddress = action('desk.scheduleEvent.revokeAddress', '停用订阅地址', { output: 'none', access: 'signedIn' })
export const calendarFile = action('desk.scheduleEvent.ical', '日历文件', {
  output: 'file',
  method: 'GET',
  access: { open: 'calendar programs carry no token; the private address holds a key of its own' },
  input: { key: text('密钥', { required: true, max: 64 }), tenantId: text('学校', { max: 12 }) },
  refusals: { unknown: '订阅地址已停用' },
})
export const scheduleActions = [scheduleRange, saveEvent, removeEvent, scheduleAddress, makeAddress, revokeAddress, calendarFile]
