import { decimal, integer, statistics } from '#model'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
/** Contradictions that were found in a span of dates: how many, how soon somebody settled them, and how many of those about a missed return were none. */
export const conflictStatistics = statistics('presence.presenceConflict.statistics', '在校状态统计', {
  most: 400,
  sums: {
    found: count('矛盾数'),
    resolved: count('已处理'),
    faded: count('自行消除'),
    open: count('待过问'),
    minutes: integer('处理用时（分钟）', { help: '从发现到处理的中位数' }),
    due: count('到期没有返校记录'),
    falsely: count('其中误报'),
  },
  by: { byCode: '矛盾', byCollege: '学院' },
  more: { students: count('在籍学生'), high: count('状态可靠'), highShare: decimal('可靠的占比', { precision: 5, scale: 1 }) },
})
