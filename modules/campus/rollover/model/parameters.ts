import type { Parameter } from '#model'

export const ROLLOVER_PARAMETERS = {
  'rollover.undoHours': { label: '学年结转可以撤销', initial: 72, min: 0, max: 720, unit: '小时', help: '结束后几小时内可以撤销' },
} as const satisfies Readonly<Record<string, Parameter>>
