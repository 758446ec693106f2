import type { Parameter } from '#model'

export const DORM_PARAMETERS = {
  'claim.waveMax': { label: '同时开放人数', initial: 3000, min: 1, max: 50_000, unit: '人', help: '同一时刻开始选床位的新生超过这么多时提醒分批' },
  'claim.objectHours': { label: '床位异议', initial: 48, min: 1, max: 240, unit: '小时', help: '安排床位后，学生这么久之内可以向辅导员提异议' },
} as const satisfies Readonly<Record<string, Parameter>>
