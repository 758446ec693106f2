import { datetime, decimal, integer, list, money, shape, statistics, text } from '#model'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const mark = (label: string) => decimal(label, { precision: 4, scale: 2 })
/** 活动统计: of the activities that began in a span, who came, what it cost, how it was liked, and which organisers have not settled. */
export const activityStatistics = statistics('activity.activity.statistics', '活动统计', {
  most: 1500,
  sums: {
    ...{ activities: count('活动'), seats: count('录取人次'), present: count('到场人次'), attendance: decimal('到场率', { precision: 5, scale: 1 }) },
    ...{ hours: decimal('记入时长', { ...need, precision: 12, scale: 1 }), cost: money('支出', need), perPresent: money('人均支出') },
  },
  by: { byCategory: '类别', byCollege: '负责部门', byOrganiser: '组织者', byMonth: '月份' },
  more: {
    rated: count('有评价的活动'),
    ...{ content: mark('内容'), organisation: mark('组织工作'), gain: mark('收获') },
    /** Over, and not settled. */
    unsettled: list(
      '没有结项的组织者',
      shape(
        '组织者',
        { key: text('代码', { ...need, max: 40 }), organiser: text('组织单位', { ...need, max: 60 }), n: count('没有结项'), since: datetime('最早结束', need) },
        need,
      ),
      need,
    ),
  },
})
