import type { Parameter } from '#model'

/** Settings of choosing beds. */
export const CLAIM_PARAMETERS = {
  claimsPerStudent: { label: '选床位频次', initial: 5, min: 1, max: 100, unit: '次', help: '每名学生 10 秒内最多选这么多次' },
  claimsAtOnce: { label: '同时办理', initial: 500, min: 1, max: 5000, unit: '人', help: '同时选床位的人超过这个数，后来的按先后排队' },
  claimOpenMinutes: { label: '开始提醒', initial: '1440,10', help: '批次开始前这么多分钟提醒学生' },
  claimCloseMinutes: { label: '未选提醒', initial: 360, min: 10, max: 10080, unit: '分钟', help: '批次结束前这么久提醒还没有选的学生' },
} as const satisfies Readonly<Record<string, Parameter>>
