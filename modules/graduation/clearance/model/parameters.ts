import type { Parameter } from '#model'

export const CLEARANCE_PARAMETERS = {
  clearanceDays: { label: '离校手续提前开放', initial: 30, min: 1, max: 120, unit: '天', help: '毕业批次结束前这么多天开放' },
} as const satisfies Readonly<Record<string, Parameter>>
