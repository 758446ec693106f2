import type { Parameter } from '#model'

export const HOUR_PARAMETERS = {
  lateDays: { label: '工时最迟登记', initial: 7, min: 0, max: 60, unit: '天', help: '做完以后几天内登记' },
  confirmDays: { label: '工时确认', initial: 3, min: 1, max: 30, unit: '天', help: '学生过了这么久没有答复，算确认' },
  forgottenHours: { label: '忘记签退', initial: 12, min: 1, max: 24, unit: '小时', help: '签到这么久没有签退，请用工单位处理' },
} as const satisfies Readonly<Record<string, Parameter>>
