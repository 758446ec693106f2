import type { Parameter } from '#model'

export const FILE_PARAMETERS = {
  partTimePer: { label: '兼职折算', initial: 3, min: 1, max: 10, unit: '人', help: '这么多名兼职辅导员折算为一名专职，用于师生比' },
  trainingHours: { label: '校级培训', initial: 16, min: 0, max: 200, unit: '学时', help: '每名辅导员每年至少参加这么多学时的校级培训' },
  trainingYears: { label: '省级以上培训', initial: 5, min: 1, max: 20, unit: '年', help: '每这么多年至少参加一次国家级或省级培训' },
} as const satisfies Readonly<Record<string, Parameter>>
