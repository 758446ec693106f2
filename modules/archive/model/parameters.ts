import type { Parameter } from '#model'

export const PARAMETERS = {
  holdMonths: { label: '暂存期限', initial: 24, min: 1, max: 60, unit: '个月', help: '毕业后最多暂存这么久' },
  receiptDays: { label: '回执催询', initial: 30, min: 1, max: 365, unit: '天', help: '寄出后这么久没有回执，请经办人查询' },
  officerDays: { label: '回执上报', initial: 60, min: 1, max: 365, unit: '天', help: '寄出后这么久没有回执，报学工处' },
  confidentialPost: { label: '用机要转递', initial: true },
  ems: { label: '用 EMS 转递', initial: true },
  specialPerson: { label: '用专人转递', initial: true },
} as const satisfies Readonly<Record<string, Parameter>>
