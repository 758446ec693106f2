import type { Parameter } from '#model'

export const PARAMETERS = {
  noticeFrom: { label: '关注', initial: 20, min: 5, max: 200, unit: '分', help: '总分达到多少列入名单' },
  lookFrom: { label: '过问', initial: 40, min: 5, max: 300, unit: '分' },
  urgentFrom: { label: '紧急', initial: 60, min: 5, max: 500, unit: '分' },
  urgentHours: { label: '紧急的处理时限', initial: 24, min: 1, max: 168, unit: '小时' },
  lookHours: { label: '过问的处理时限', initial: 72, min: 1, max: 336, unit: '小时' },
  officerHours: { label: '学院之后再上报', initial: 24, min: 1, max: 336, unit: '小时', help: '过了时限没有人处理先报学院，再过这么久报学工处' },
  quietDays: { label: '结束后不再列入', initial: 7, min: 1, max: 60, unit: '天', help: '结束以后，同样的原因这么多天内不再列入名单' },
  keepDays: { label: '已结束的保留', initial: 365, min: 30, max: 1095, unit: '天', help: '到期删除' },
} as const satisfies Readonly<Record<string, Parameter>>
