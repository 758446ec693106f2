import type { Parameter } from '#model'

export const PARAMETERS = {
  dutyPhone: { label: '维修值班电话', initial: '', help: '紧急报修时先显示' },
  serviceFrom: { label: '服务时间开始', initial: '08:00', help: '按服务时间计时的紧急程度只在这段时间里计时' },
  serviceTo: { label: '服务时间结束', initial: '18:00' },
  warnPercent: { label: '预警', initial: 80, min: 10, max: 99, unit: '%', help: '用去完工时限的这么多时提醒' },
  breachTimes: { label: '上报学工处', initial: 2, min: 2, max: 10, unit: '倍', help: '超过完工时限的这么多倍时上报' },
  suspendMost: { label: '最多暂停', initial: 3, min: 1, max: 20, unit: '次' },
  confirmDays: { label: '自动确认', initial: 7, min: 1, max: 60, unit: '天', help: '完工后这么多天没有确认的，自动确认' },
  scoreDays: { label: '可以评价', initial: 30, min: 1, max: 180, unit: '天', help: '确认后' },
  lowScore: { label: '须回访的评分', initial: 2, min: 1, max: 5, unit: '分', help: '平均分不高于它时' },
  labourFee: { label: '人工费', initial: 0, min: 0, max: 100_000, unit: '人民币分', help: '由报修人承担时加在材料费上' },
  sameFaults: { label: '同类故障', initial: 3, min: 2, max: 20, unit: '次', help: '一间房在这段期间里达到这么多次时，统计里建议更换' },
  sameDays: { label: '同类故障期间', initial: 90, min: 7, max: 365, unit: '天' },
} as const satisfies Readonly<Record<string, Parameter>>
