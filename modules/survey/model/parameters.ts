import type { Parameter } from '#model'

export const SURVEY_PARAMETERS = {
  needsApproval: { label: '大范围问卷须审批', initial: true, help: '公开的，或受众超过下面人数的问卷，发布前由学工处审批' },
  approvalOver: { label: '须审批的受众人数', initial: 500, min: 1, max: 100_000, unit: '人', help: '超过这个人数须审批' },
  secondsEach: { label: '答得过快', initial: 2, min: 1, max: 60, unit: '秒', help: '平均每题少于这么多秒的答卷加标记' },
  lastHours: { label: '截止前提醒', initial: '24', help: '截止前多少小时提醒还没有填写的人，用逗号隔开；过了一半时间另提醒一次' },
  publicPerHour: { label: '公开问卷每个地址每小时', initial: 30, min: 1, max: 10_000, unit: '份', help: '超过后须通过人机验证；校园网地址不限' },
  publicNoFiles: { label: '公开问卷不收文件', initial: true },
} as const satisfies Readonly<Record<string, Parameter>>
