import { action, bool, date, datetime, decimal, integer, list, shape, text } from '#model'

const required = { required: true } as const
/** One line of a split. No count means fewer than the school's threshold for screens. */
const cells = (label: string) => list(label, shape(label, { label: text('名称', { required: true, max: 60 }), count: integer('人数') }), required)

/** Cache lifetime of current figures, and of those over weeks; together with the longest polling interval within 20-DS1's minute. */
export const KEPT_SECONDS = { now: 10, lately: 15 } as const
/** 20 §14: leave on a big screen. Aggregates only: no person, and no split fine enough to identify one. */
export const leaveScreen = action('leave.leave.screen', '请假大屏', {
  method: 'GET',
  output: {
    /** When the newest of the figures was counted. */
    at: datetime('数据时间', required),
    least: integer('统计中显示的最小人数', required),
    isWhole: bool('全校', required),
    /** Whether the reader may open the lists behind the figures. */
    mayOpen: bool('可以打开名单', required),
    weekNo: integer('教学周'),
    away: integer('外出', required),
    inSchool: integer('在校', required),
    perThousand: decimal('每千人', required),
    leftCity: integer('离开本市', required),
    pending: integer('待审批', required),
    overdue: integer('逾期', required),
    lateByDay: shape('逾期多久', { one: integer('一天以内', required), three: integer('三天以内', required), more: integer('三天以上', required) }, required),
    begin: integer('今天开始', required),
    closed: integer('今天销假', required),
    due: integer('今天应返未返', required),
    byType: cells('类型'),
    byPlace: cells('去向'),
    byCollege: list(
      '学院',
      shape('学院', { name: text('学院', { required: true, max: 120 }), away: integer('外出', required), perThousand: decimal('每千人', required) }),
      required,
    ),
    byDay: list('每天', shape('每天', { date: date('日期', required), days: decimal('人天', required), isFree: bool('休息', required) }), required),
    decided: integer('近 7 天办结', required),
    medianHours: decimal('审批用时（中位数）'),
    slowHours: decimal('审批用时（90% 以内）'),
  },
})

/** Labels of merged small groups. */
export const OTHERS = { type: '其他类型', place: '其他地区' } as const

export interface Counted {
  label: string
  count: number
}
export interface ShownCell {
  label: string
  count: number | null
}
/**
 * Largest first; groups below the threshold or beyond the maximum number are merged. If the remainder could be derived from the total, the next smallest group is
 * merged as well (60-BS4).
 */
export function forWall(counted: readonly Counted[], least: number, most: number, others: string): ShownCell[] {
  const sorted = counted.filter(c => c.count > 0).toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label))
  const shown = sorted.filter(c => c.count >= least).slice(0, most)
  let rest = sorted.slice(shown.length).reduce((sum, c) => sum + c.count, 0)
  while (rest > 0 && rest < least && shown.length) rest += shown.pop()?.count ?? 0
  return rest ? [...shown, { label: others, count: rest < least ? null : rest }] : shown
}
/** Per thousand, to one decimal; 0 for an empty group. */
export const perThousand = (count: number, of: number): number => (of ? Math.round((count * 10_000) / of) / 10 : 0)
