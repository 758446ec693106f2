import type { Parameter } from '#model'

export const EVENT_PARAMETERS = {
  'activity.item': { label: '校友活动的收费项目', initial: 'alumniActivity', help: '收费项目的编号；没有这个项目时不能办收费活动' },
  'activity.payDays': { label: '校友活动的支付期限', initial: 3, min: 1, max: 30, unit: '天', help: '过了期限没有支付的不再保留名额' },
  'activity.passKeepDays': { label: '入校名单保留', initial: 7, min: 1, max: 60, unit: '天', help: '活动结束后多少天删除' },
} as const satisfies Readonly<Record<string, Parameter>>
