import type { Parameter } from '#model'

/** Settings of bed changes. */
export const CHANGE_PARAMETERS = {
  changeHoldDays: { label: '调宿占位', initial: 7, min: 1, max: 30, unit: '天', help: '提交后为申请人保留床位的天数，过期未批准的申请失效' },
  changePeerHours: { label: '换宿确认期限', initial: 48, min: 1, max: 168, unit: '小时', help: '对方这么久没有确认的换宿失效' },
  changePerTerm: { label: '一学期最多调宿', initial: 1, min: 1, max: 10, unit: '次', help: '批量调宿不计' },
  changeTermEndDays: { label: '学期末停办调宿', initial: 30, min: 0, max: 120, unit: '天', help: '学期最后这么多天不办理调宿' },
  changeAheadDays: { label: '调宿最多提前', initial: 60, min: 1, max: 365, unit: '天', help: '生效日期最远可以选到这么多天以后' },
  changeUndoHours: { label: '批量调宿撤销期限', initial: 24, min: 1, max: 168, unit: '小时' },
} as const satisfies Readonly<Record<string, Parameter>>
