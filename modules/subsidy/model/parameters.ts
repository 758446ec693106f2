import type { Parameter } from '#model'

const yuan = { min: 0, max: 1_000_000, unit: '元' } as const
export const PARAMETERS = {
  caseMost: { ...yuan, label: '临时困难补助一次最多', initial: 3000 },
  yearMost: { ...yuan, label: '临时困难补助一学年最多', initial: 6000 },
  collegeMost: { ...yuan, label: '学院可以批准的补助', initial: 1000, help: '不超过它的临时困难补助到学院为止' },
  answerDays: { label: '临时困难补助几天内答复', initial: 3, min: 1, max: 30, unit: '天', help: '工作日；到期前一天提醒，到期报学工处' },
  paysBack: { label: '复学后补发停发的月份', initial: false },
  recoveryItem: { label: '追回资助记在哪个收费项目', initial: 'recovery', help: '收费项目的编号' },
} as const satisfies Readonly<Record<string, Parameter>>
