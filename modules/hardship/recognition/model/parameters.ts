import type { Parameter } from '#model'

export const HARDSHIP_PARAMETERS = {
  surveyYears: { label: '家庭情况保留', initial: 6, min: 1, max: 30, unit: '年', help: '超过以后清除申请时的家庭情况，认定结果保留' },
} as const satisfies Readonly<Record<string, Parameter>>
