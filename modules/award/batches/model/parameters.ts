import type { Parameter } from '#model'

export const AWARD_PARAMETERS = {
  yearlyCap: { label: '一学年奖学金合计上限', initial: 0, min: 0, max: 1_000_000, unit: '元', help: '0 为不限' },
  reminderDays: { label: '名额未用提醒', initial: 2, min: 0, max: 14, unit: '天', help: '学院推荐截止前几天提醒还有名额的学院' },
} as const satisfies Readonly<Record<string, Parameter>>
