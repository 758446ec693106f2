import type { Parameter } from '#model'

export const TOTAL_SCORE_PARAMETERS = {
  undoMinutes: { label: '登记几分钟内可以撤销', initial: 10, min: 1, max: 120, unit: '分钟' },
  objectionDays: { label: '扣分后几天内可以提异议', initial: 7, min: 1, max: 60, unit: '天' },
} as const satisfies Readonly<Record<string, Parameter>>
