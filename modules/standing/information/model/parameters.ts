import type { Parameter } from '#model'

export const INFORMATION_PARAMETERS = {
  'information.nationalAfterDays': { label: '入学后多少天已在学信网注册', initial: 90, min: 0, max: 365, unit: '天', help: '此后更正姓名、证件号等须在学信网标注' },
  'information.remindHours': { label: '信息核对提醒', initial: '72,24', help: '截止前几小时提醒，用逗号隔开' },
} as const satisfies Readonly<Record<string, Parameter>>
