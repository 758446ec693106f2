import type { Parameter } from '#model'

export const EVALUATION_PARAMETERS = {
  evalRemindHours: { label: '评价提醒', initial: '72,24', help: '截止前几小时提醒还没有评价辅导员的学生，用逗号分开' },
} as const satisfies Readonly<Record<string, Parameter>>
