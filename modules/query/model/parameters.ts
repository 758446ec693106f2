import type { Parameter } from '#model'

export const PARAMETERS = {
  screenSeconds: { label: '屏幕查询最长', initial: 15, min: 5, max: 60, unit: '秒', help: '更久的查询改为导出，不影响其他人使用' },
  screenRows: { label: '屏幕最多显示', initial: 50_000, min: 1000, max: 50_000, unit: '行' },
  recipients: { label: '定时查询的接收人', initial: 50, min: 1, max: 500, unit: '人', help: '每人收到的是自己看得到的数据' },
  keepDays: { label: '导出的文件保留', initial: 7, min: 1, max: 30, unit: '天' },
} as const satisfies Readonly<Record<string, Parameter>>
