import type { Parameter } from '#model'

export const TOTAL_SCORE_PARAMETERS = {
  undoMinutes: { label: '登记几分钟内可以撤销', initial: 10, min: 1, max: 120, unit: '分钟' },
} as const satisfies Readonly<Record<string, Parameter>>
