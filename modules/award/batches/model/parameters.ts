import type { Parameter } from '#model'

export const AWARD_PARAMETERS = {
  yearlyCap: { label: '一学年奖学金合计上限', initial: 0, min: 0, max: 1_000_000, unit: '元', help: '0 为不限' },
  reminderDays: { label: '截止提醒', initial: 2, min: 0, max: 14, unit: '天', help: '推荐截止前几天提醒还有名额的学院，申报截止前几天提醒符合条件还没有申报的学生' },
} as const satisfies Readonly<Record<string, Parameter>>
