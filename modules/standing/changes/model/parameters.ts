import type { Parameter } from '#model'

export const CHANGE_PARAMETERS = {
  'suspend.maxOnce': { label: '一次休学最多', initial: 12, min: 1, max: 60, unit: '个月' },
  'suspend.maxTotal': { label: '累计休学最多', initial: 24, min: 1, max: 96, unit: '个月' },
  'suspend.entrepreneurMax': { label: '创业休学最多', initial: 36, min: 1, max: 96, unit: '个月', help: '一次和累计都按这个数' },
  'status.undoDays': { label: '异动可以撤销', initial: 7, min: 0, max: 90, unit: '天', help: '生效后几天内学工处可以撤销' },
  'status.aheadMonths': { label: '异动最早提前', initial: 12, min: 1, max: 24, unit: '个月', help: '生效日期最多在几个月之后' },
  'transfer.noticeWorkdays': { label: '转学公示', initial: 5, min: 5, max: 60, unit: '个工作日', help: '教学厅〔2015〕4号要求不少于 5 个工作日' },
  'transfer.filingMonths': { label: '转学备案期限', initial: 3, min: 1, max: 12, unit: '个月', help: '生效后报省级教育行政部门备案' },
} as const satisfies Readonly<Record<string, Parameter>>
