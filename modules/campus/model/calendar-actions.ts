import { action, bool, choice, date, integer, list, shape, text } from '#model'
import { DAY_TYPES } from './calendar.ts'
import { isCurrent, item, xn, xqM } from './select-fields.ts'

export const dayOf = action('campus.calendarDay.getOne', '某天', {
  method: 'GET',
  access: 'signedIn',
  input: { riQiStr: text('日期', { max: 10 }), id: text('id', { max: 36 }) },
  output: {
    id: text('id'),
    version: integer('版本'),
    date: date('日期', { required: true }),
    xn: text('学年'),
    xqM: text('学期'),
    weekNo: integer('教学周'),
    weekday: integer('星期', { required: true }),
    dayType: text('类型'),
    name: text('名称'),
  },
  refusals: { badDate: '日期应是 2026-09-01 这样的形式，现在是“{value}”' },
})
export const weekSelect = action('campus.calendarDay.getZcSelect', '教学周选择', {
  method: 'GET',
  access: 'signedIn',
  input: { xn, xqM },
  output: { ...item, weekNo: integer('教学周', { required: true }), startDate: date('开始'), endDate: date('结束'), isCurrent: bool('当前', { required: true }) },
  many: true,
})
export const monthSelect = action('campus.calendarDay.getMonthSelect', '月份选择', {
  method: 'GET',
  access: 'signedIn',
  input: { xn, xqM },
  output: { ...item, month: text('月份', { required: true }), isCurrent: bool('当前', { required: true }) },
  many: true,
})
export const termSelect = action('campus.term.getXnXqSelect', '学年学期选择', {
  method: 'GET',
  access: 'signedIn',
  input: { xn, xqM, isCurrent },
  output: {
    ...item,
    xn: text('学年', { required: true }),
    xqM: text('学期', { required: true }),
    startDate: date('开始'),
    endDate: date('结束'),
    weeks: integer('周数'),
    isCurrent: bool('当前', { required: true }),
  },
  many: true,
})
export const yearSelect = action('campus.term.getXnSelect', '学年选择', {
  method: 'GET',
  access: 'signedIn',
  input: { xn, isCurrent },
  output: { ...item, xn: text('学年', { required: true }), isCurrent: bool('当前', { required: true }) },
  many: true,
})
export const yearOf = action('campus.term.getYear', '学年', {
  method: 'GET',
  access: 'signedIn',
  input: { xn },
  output: {
    xn: text('学年', { required: true }),
    beginYear: integer('起始年', { required: true }),
    endYear: integer('结束年', { required: true }),
    startDate: date('开始'),
    endDate: date('结束'),
  },
})
/** Every day of a school year, for the year grid and the month view. */
export const daysOf = action('campus.calendarDay.getDays', '校历', {
  method: 'GET',
  access: 'signedIn',
  input: { xn, month: text('月份', { max: 7 }) },
  output: {
    id: text('id', { required: true }),
    version: integer('版本', { required: true }),
    date: date('日期', { required: true }),
    xqM: text('学期'),
    weekNo: integer('教学周'),
    weekday: integer('星期', { required: true }),
    dayType: text('类型', { required: true }),
    asWeekday: integer('按星期几上课'),
    name: text('名称'),
  },
  many: true,
})

const dayChange = shape('日子', {
  date: date('日期', { required: true }),
  dayType: choice('类型', DAY_TYPES, { required: true }),
  asWeekday: integer('按星期几上课', { min: 1, max: 7 }),
  name: text('名称', { max: 30 }),
})
const changeInput = { days: list('日子', dayChange, { required: true, max: 400 }), reason: text('更改原因', { max: 200 }) } as const
const changed = {
  changes: list(
    '变化',
    shape('变化', {
      date: date('日期', { required: true }),
      from: text('原类型'),
      to: text('新类型', { required: true }),
      fromName: text('原名称'),
      toName: text('新名称'),
      isPast: bool('已过去', { required: true }),
    }),
    { required: true },
  ),
  /** What depends on these days in other modules: published sign-in tasks, duty rosters, leaves. */
  effects: list('影响', shape('影响', { date: date('日期', { required: true }), label: text('事项', { required: true }), name: text('名称', { required: true }) }), {
    required: true,
  }),
  needsReason: bool('要写原因', { required: true }),
} as const
const changeRefusals = {
  pastReason: '{dates} 已经过去，更改要写明原因',
  outsideTerms: '{date} 不在任何学年之内，请先建学年和学期',
  asWeekdayMissing: '{date} 是调休上课，要选按星期几上课',
  asWeekdayOnlyMakeup: '{date} 不是调休上课，不能选按星期几上课',
  nothing: '没有需要更改的日子',
} as const
export const previewDays = action('campus.calendarDay.previewChange', '预览更改', {
  input: changeInput,
  output: changed,
  permission: 'campus:calendarDay:update',
  refusals: changeRefusals,
})
export const changeDays = action('campus.calendarDay.change', '更改校历日', {
  input: changeInput,
  output: { done: integer('已更改', { required: true }) },
  permission: 'campus:calendarDay:update',
  refusals: changeRefusals,
})

const generateInput = { xn: text('学年', { required: true, max: 9 }), reason: text('更改原因', { max: 200 }) } as const
const generateRefusals = { yearUnknown: '还没有 {xn} 学年', noTerms: '{xn} 学年还没有学期', pastReason: changeRefusals.pastReason } as const
export const generateDays = action('campus.calendarDay.generate', '生成日历', {
  input: generateInput,
  output: {
    added: integer('新增', { required: true }),
    updated: integer('更新', { required: true }),
    kept: integer('保留', { required: true }),
    /** Gaps of more than ten weeks between two terms: allowed, with a warning. */
    gaps: list('空档', shape('空档', { before: text('前一学期', { required: true }), after: text('后一学期', { required: true }), days: integer('天数', { required: true }) }), {
      required: true,
    }),
  },
  permission: 'campus:calendarDay:update',
  refusals: generateRefusals,
})
/** Statutory holidays shipped with the program; a school adds its own through `change`. */
export const holidayList = action('campus.calendarDay.holidayList', '节假日清单', {
  method: 'GET',
  input: { year: integer('年份', { required: true, min: 2000, max: 2100 }) },
  output: { date: date('日期', { required: true }), dayType: text('类型', { required: true }), asWeekday: integer('按星期几上课'), name: text('名称', { required: true }) },
  many: true,
  permission: 'campus:calendarDay:update',
})
export const copyYear = action('campus.schoolYear.copy', '复制学年', {
  input: { fromXn: text('参照学年', { required: true, max: 9 }) },
  output: { xn: text('新学年', { required: true }), terms: integer('学期数', { required: true }) },
  permission: 'campus:schoolYear:add',
  refusals: { yearUnknown: '还没有 {xn} 学年', exists: '{xn} 学年已经存在' },
})
export const calendarActions = [dayOf, weekSelect, monthSelect, termSelect, yearSelect, yearOf, daysOf, previewDays, changeDays, generateDays, holidayList, copyYear]
