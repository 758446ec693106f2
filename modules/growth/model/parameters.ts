import type { Parameter } from '#model'

export const GROWTH_PARAMETERS = {
  objectionDays: { label: '记入后几天内可以提异议', initial: 30, min: 1, max: 365, unit: '天' },
} as const satisfies Readonly<Record<string, Parameter>>
