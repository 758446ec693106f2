import type { Parameter } from '#model'

export const PARAMETERS = {
  mode: { label: '外出办理方式', initial: 'register', choices: { register: '登记即可', approve: '须审批' } },
  lateStudentHours: { label: '逾期提醒学生', initial: 1, min: 0, max: 48, unit: '小时', help: '计划返校后多少小时仍未返校' },
  lateFdyHours: { label: '逾期告知辅导员', initial: 2, min: 0, max: 72, unit: '小时' },
  safeDays: { label: '报平安', initial: 1, min: 0, max: 14, unit: '天', help: '外出超过这么多天的，每天请学生报一次平安' },
  aheadDays: { label: '最远登记', initial: 30, min: 1, max: 180, unit: '天' },
  remindHours: { label: '节假日去向提醒', initial: '72,24,6', help: '截止前这么多小时提醒还没有登记的学生' },
  positionDays: { label: '位置保留', initial: 180, min: 1, max: 365, unit: '天', help: '报平安时学生附上的位置保留这么久' },
} as const satisfies Readonly<Record<string, Parameter>>
