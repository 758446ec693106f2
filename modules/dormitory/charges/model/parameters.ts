import type { Parameter } from '#model'

/** Settings of lodging fees and utilities. */
export const ARREARS_PARAMETERS = {
  lodgingNights: { label: '当月计费晚数', initial: 15, min: 1, max: 31, unit: '晚', help: '当月住满这么多晚才计费' },
  arrearsRemindDays: { label: '缴费提醒', initial: '30,7,1', help: '截止前这么多天提醒学生，用逗号隔开' },
  arrearsRemindEvery: { label: '欠费提醒间隔', initial: 14, min: 1, max: 90, unit: '天', help: '截止后每隔这么多天提醒一次' },
  utilityWarnBelow: { label: '水电余额提醒', initial: 10, min: 0, max: 1000, unit: '元', help: '余额低于这个数时提醒全寝室' },
} as const satisfies Readonly<Record<string, Parameter>>
