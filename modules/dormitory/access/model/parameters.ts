import type { Parameter } from '#model'

/** Limits for evaluating nights; schools can replay recent nights before saving them. */
export const LIMIT_PARAMETERS = {
  alertLateMinutes: { label: '晚归宽限', initial: 0, min: 0, max: 60, unit: '分钟', help: '归寝时间过后这么久以内进楼不算晚归' },
  alertNotSeenDays: { label: '多日无记录', initial: 3, min: 1, max: 30, unit: '天', help: '最后一条是出楼，这么久没有记录' },
  alertNotLeftHours: { label: '长时间未出楼', initial: 48, min: 24, max: 240, unit: '小时', help: '最后一条是进楼，这么久没有记录；只看进出都有记录的楼' },
} as const satisfies Readonly<Record<string, Parameter>>
/** Settings of doors and visitors. */
export const ACCESS_PARAMETERS = {
  ...LIMIT_PARAMETERS,
  deviceSilentMinutes: { label: '门禁设备失联', initial: 30, min: 5, max: 1440, unit: '分钟', help: '这么久没有上报的设备，本楼的提醒标为不确定' },
  alertEscalateHours: { label: '门禁提醒上报学院', initial: 4, min: 1, max: 72, unit: '小时', help: '未归和多日无记录这么久没有人处理，报给学院；不确定的不报' },
  accessKeepDays: { label: '通行记录保留', initial: 365, min: 60, max: 730, unit: '天', help: '到期删除，只留下每晚的结果' },
  visitorLeaveBy: { label: '访客最晚离开', initial: '21:00', help: '写成 21:00' },
  accessPullUrl: { label: '门禁系统拉取地址', initial: '', help: '每五分钟取一次新的通行记录；校内地址须先由运维人员允许' },
  accessPullSecret: { label: '门禁系统拉取密钥', initial: '', secret: true, sentTo: ['accessPullUrl'], help: '请求用它签名' },
} as const satisfies Readonly<Record<string, Parameter>>
