import { choice, date, entity, integer, text } from '#model'

export const TERMS = { '1': '第一学期', '2': '第二学期', '3': '夏季学期' } as const
export const DAY_TYPES = { teaching: '教学日', weekend: '周末', holiday: '节假日', makeup: '调休上课', exam: '考试', vacation: '假期' } as const

const xn = <const O extends { fixed?: true; readonly?: true; required?: true }>(options: O) => text('学年', { max: 9, min: 9, ...options })

export const schoolYear = entity(
  'campus.schoolYear',
  '学年',
  {
    xn: text('学年', { required: true, immutable: true, min: 9, max: 9, search: true, sortable: true, help: '如 2026-2027' }),
    startDate: date('开始日期', { required: true }),
    endDate: date('结束日期', { required: true }),
  },
  {
    title: 'xn',
    scope: { everyone: 'the calendar is the same for the whole school' },
    unique: [['xn']],
    importKey: ['xn'],
    cached: true,
    select: 'open',
    sort: ['-xn'],
    refusals: {
      xnForm: '学年应写成 2026-2027，后一年比前一年大 1，现在是“{xn}”',
      spanReversed: '结束日期 {endDate} 不晚于开始日期 {startDate}',
      overlap: '与 {other} 学年（{from} 至 {to}）重叠',
      termOutside: '{term}（{from} 至 {to}）会落在学年之外',
    },
  },
)

export const term = entity(
  'campus.term',
  '学期',
  {
    xn: xn({ required: true, immutable: true }),
    xqM: choice('学期', TERMS, { required: true, immutable: true }),
    name: text('名称', { max: 40, search: true, help: '不填时为“2026-2027学年第一学期”' }),
    week1Start: date('第 1 周开始', { required: true }),
    weeks: integer('周数', { required: true, min: 1, max: 30 }),
    startDate: date('开始日期', { required: true, sortable: true }),
    endDate: date('结束日期', { required: true }),
    switchDate: date('切换日期', { help: '从这天起成为当前学期；不填时为开始日期前 7 天' }),
    registerFrom: date('注册开始'),
    registerTo: date('注册截止'),
  },
  {
    title: 'name',
    scope: { everyone: 'the calendar is the same for the whole school' },
    unique: [['xn', 'xqM'], ['switchDate']],
    importKey: ['xn', 'xqM'],
    wire: 'schoolCalendar',
    cached: true,
    select: 'open',
    sort: ['-startDate'],
    refusals: {
      yearUnknown: '还没有 {xn} 学年',
      spanReversed: '结束日期 {endDate} 不晚于开始日期 {startDate}',
      outsideYear: '学期（{startDate} 至 {endDate}）应在 {xn} 学年（{from} 至 {to}）之内',
      overlap: '与{other}（{from} 至 {to}）重叠',
      week1Weekday: '第 1 周应从{label}开始，{week1Start} 不是',
      week1Outside: '第 1 周 {week1Start} 不在学期之内或前后 7 天',
      weeksOutside: '从 {week1Start} 起 {weeks} 周到 {lastDay}，超出学期结束日期 {endDate}',
      switchOrder: '切换日期 {switchDate} 应在 {after} 之后、{before} 之前',
      registerReversed: '注册截止 {registerTo} 早于注册开始 {registerFrom}',
    },
  },
)

export const calendarDay = entity(
  'campus.calendarDay',
  '校历日',
  {
    date: date('日期', { required: true, immutable: true, sortable: true }),
    xn: xn({ required: true, readonly: true }),
    xqM: choice('学期', TERMS, { readonly: true }),
    weekNo: integer('教学周', { readonly: true }),
    dayType: choice('类型', DAY_TYPES, { required: true }),
    asWeekday: integer('按星期几上课', { min: 1, max: 7 }),
    name: text('名称', { max: 30, search: true }),
    reason: text('更改原因', { max: 200, help: '改已经过去的日子必须写' }),
  },
  {
    title: 'date',
    scope: { everyone: 'the calendar is the same for the whole school' },
    unique: [['date']],
    importKey: ['date'],
    wire: 'schoolCalendarItem',
    cached: true,
    select: 'open',
    sort: ['date'],
    refusals: {
      outsideTerms: '{date} 不在任何学年之内，请先建学年和学期',
      asWeekdayMissing: '调休上课要选按星期几上课',
      asWeekdayOnlyMakeup: '只有调休上课才选按星期几上课',
      pastReason: '{date} 已经过去，更改要写明原因',
    },
  },
)
