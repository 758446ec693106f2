import { decimal, integer, list, money, ref, shape, statistics, text } from '#model'

const required = { required: true } as const
const count = (label: string) => integer(label, required)
const bar = (label: string) => ({ key: text('代码', { required: true, max: 40 }), label: text(label, { required: true, max: 200 }) }) as const

export const repairStatistics = statistics('repair.repairOrder.statistics', '报修统计', {
  most: 400,
  input: { buildingId: ref('building', '楼宇') },
  sums: { orders: count('报修'), finished: count('完工'), inTime: count('按时'), reopened: count('返修'), score: decimal('评分') },
  by: { byType: '类型', byTeam: '班组', byBuilding: '楼宇', byDay: '日期' },
  more: {
    cost: money('费用', required),
    solved: count('自助解决'),
    medianHours: decimal('完工用时（中位数，小时）'),
    /** The dearest rooms, and those where the same thing breaks again and again: to replace instead of repair. */
    rooms: list('费用最多的房间', shape('房间', { ...bar('房间'), orders: count('报修'), cost: money('费用', required) }), required),
    repeated: list('反复故障，建议更换', shape('房间', { ...bar('房间'), typeName: text('类型', { required: true, max: 40 }), orders: count('次数') }), required),
    turnover: list(
      '耗材周转',
      shape('耗材', { ...bar('材料'), used: count('用量'), unit: text('单位', { required: true, max: 10 }), stock: count('库存'), daysLeft: integer('够用天数') }),
      required,
    ),
  },
})
