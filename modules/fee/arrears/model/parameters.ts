import type { Parameter } from '#model'

export const ARREARS_PARAMETERS = {
  silentDays: { label: '欠费无人谈话', initial: 60, min: 1, max: 365, unit: '天', help: '欠费超过这么多天还没有谈话、也没有申请的，列入统计“常问”' },
} as const satisfies Readonly<Record<string, Parameter>>
