import type { Parameter } from '#model'

export const REGISTRATION_PARAMETERS = {
  'registration.selfNeedsPresence': { label: '自己注册须在校园内', initial: true },
  'registration.deferDays': { label: '暂缓注册', initial: 30, min: 1, max: 180, unit: '天' },
  'registration.remindHours': { label: '注册提醒', initial: '72,24', help: '截止前几小时提醒，用逗号隔开' },
} as const satisfies Readonly<Record<string, Parameter>>
