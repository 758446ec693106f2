import type { Parameter } from '#model'

export const AUDIT_PARAMETERS = {
  completeMissed: {
    label: '建议结业的未完成项数',
    initial: 1,
    min: 1,
    max: 5,
    unit: '项',
    help: '未完成的必须事项不超过这么多时建议结业，更多时建议延期；已到最长学习年限的建议肄业',
  },
} as const satisfies Readonly<Record<string, Parameter>>
