import type { Parameter } from '#model'

export const CHOICE_PARAMETERS = {
  chooseRemindHours: { label: '自愿项目登记提醒', initial: '48', help: '截止前几小时提醒，用逗号隔开' },
} as const satisfies Readonly<Record<string, Parameter>>
