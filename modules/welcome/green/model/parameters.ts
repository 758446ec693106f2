import type { Parameter } from '#model'

export const GREEN_PARAMETERS = {
  'green.deferDays': { label: '绿色通道缓缴天数', initial: 90, min: 1, max: 365, unit: '天', help: '从同意那天算起' },
} as const satisfies Readonly<Record<string, Parameter>>
