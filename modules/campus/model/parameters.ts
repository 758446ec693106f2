import type { Parameter } from '#model'

/** The school's settings of its calendar and of positions at school. */
export const PARAMETERS = {
  'calendar.weekStart': { label: '教学周从星期几开始（1 为周一，7 为周日）', initial: 1, min: 1, max: 7 },
  holdHours: { label: '场地保留', initial: 72, min: 1, max: 720, unit: '小时', help: '申请的场地这么久没有批准，就让给别人' },
  'position.maxAccuracy': { label: '到校定位的误差上限', initial: 200, min: 20, max: 2000, unit: '米', help: '手机报告的误差超过这么多米时，不能定位销假、登记返校' },
} as const satisfies Readonly<Record<string, Parameter>>
