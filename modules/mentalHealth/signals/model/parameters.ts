import type { Parameter } from '#model'

export const SIGNAL_PARAMETERS = {
  signalThreshold: { label: '信号合计达到多少提出关注', initial: 5, min: 1, max: 100, help: '各信号在自己的天数内相加；只提出，由心理中心或学院和辅导员确认' },
  noPassageHours: { label: '关注中的学生多久没有进出', initial: 24, min: 6, max: 240, unit: '小时', help: '最后一条是进楼，这么久没有记录；只看进出都有记录的楼' },
  signalKeepDays: { label: '不属于个案的信号保留', initial: 180, min: 90, max: 730, unit: '天' },
} as const satisfies Readonly<Record<string, Parameter>>
