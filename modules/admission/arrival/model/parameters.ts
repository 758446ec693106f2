import type { Parameter } from '#model'

export const ARRIVAL_PARAMETERS = {
  'late.maxDays': { label: '延期报到最多', initial: 14, min: 1, max: 60, unit: '天', help: '从报到截止起' },
} as const satisfies Readonly<Record<string, Parameter>>
