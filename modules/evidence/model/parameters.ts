import type { Parameter } from '#model'

export const EVIDENCE_PARAMETERS = {
  'evidence.similarDays': { label: '相似提醒的天数', initial: 30, min: 0, max: 365, unit: '天', help: '同类别、同级别、日期相差不超过它、内容相似的，申报前先提醒' },
} as const satisfies Readonly<Record<string, Parameter>>
