import type { Parameter } from '#model'

export const SEATING_PARAMETERS = {
  lateMinutes: { label: '迟到不得入场', initial: 15, min: 1, max: 120, unit: '分钟', help: '开考后过了这么久还没有入场的记为缺考' },
} as const satisfies Readonly<Record<string, Parameter>>
