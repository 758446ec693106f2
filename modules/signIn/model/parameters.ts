import type { Parameter } from '#model'

export const PARAMETERS = {
  aheadDays: { label: '提前生成场次', initial: 7, min: 1, max: 31, unit: '天' },
  maxFences: { label: '围栏上限', initial: 10, min: 1, max: 50, unit: '个' },
  minRadius: { label: '围栏最小半径', initial: 50, min: 20, max: 500, unit: '米' },
  maxAccuracy: { label: '定位精度要求', initial: 100, min: 20, max: 500, unit: '米', help: '手机报告的误差超过这么多米时不接受定位' },
  qrSeconds: { label: '二维码更新间隔', initial: 10, min: 5, max: 60, unit: '秒' },
  ticketSeconds: { label: '扫码后的有效时间', initial: 60, min: 20, max: 300, unit: '秒' },
  numberTries: { label: '数字输错上限', initial: 5, min: 3, max: 20, unit: '次' },
  numberPauseSeconds: { label: '输错后暂停', initial: 60, min: 10, max: 600, unit: '秒' },
  photoDays: { label: '照片保留', initial: 30, min: 1, max: 90, unit: '天' },
  positionDays: { label: '位置保留', initial: 180, min: 1, max: 365, unit: '天', help: '之后只留签到结果' },
  strictDevice: { label: '一部手机只能一人签到', initial: false, help: '关闭时第二人可以签到但标记为异常' },
  maxDevices: { label: '每人绑定设备', initial: 2, min: 1, max: 5, unit: '部' },
  rebindDays: { label: '自己换绑间隔', initial: 30, min: 1, max: 365, unit: '天', help: '间隔内再换须找辅导员' },
  jumpKmh: { label: '位置跳变速度', initial: 200, min: 50, max: 1000, unit: '公里/小时' },
  sameSpot: { label: '坐标相同人数', initial: 5, min: 2, max: 50, unit: '人' },
  clockMinutes: { label: '手机时间误差', initial: 5, min: 1, max: 60, unit: '分钟' },
  outMinutes: { label: '签退间隔', initial: 10, min: 1, max: 600, unit: '分钟', help: '签到后至少过这么久才能签退' },
  remindMinutes: { label: '提醒间隔', initial: 10, min: 1, max: 120, unit: '分钟' },
  makeupMax: { label: '每月补签上限', initial: 3, min: 0, max: 31, unit: '次' },
} as const satisfies Readonly<Record<string, Parameter>>
