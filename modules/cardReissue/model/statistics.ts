import { decimal, integer, list, money, shape, statistics, text } from '#model'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
/** Cards applied for in a span of dates: why, how long they took, and who loses them again and again. */
export const reissueStatistics = statistics('cardReissue.cardReissue.statistics', '补办统计', {
  most: 1500,
  sums: {
    applied: count('申请'),
    lost: count('遗失'),
    approved: count('批准'),
    ready: count('已制好'),
    collected: count('已领取'),
    days: decimal('批准到制好（天）', { precision: 6, scale: 1 }),
    paid: money('已缴工本费', need),
  },
  by: { byReason: '原因', byKind: '证卡', byCollege: '学院', byMonth: '月份' },
  more: {
    repeated: list(
      '多次遗失的学生',
      shape('学生', {
        id: text('编号', { ...need, max: 36 }),
        name: text('姓名', { ...need, max: 60, clear: 'students whose cards the reader lists anyway' }),
        studentNo: text('学号', { max: 20 }),
        className: text('班级', { max: 60 }),
        kind: text('证卡', { ...need, max: 40 }),
        times: count('次数'),
      }),
      need,
    ),
  },
})
