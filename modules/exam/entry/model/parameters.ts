import type { Parameter } from '#model'

export const ENTRY_PARAMETERS = {
  feeItem: { label: '报名考试费的收费项目', initial: 'examFee', help: '收费项目的编号' },
  holdMinutes: { label: '审核占用', initial: 10, min: 1, max: 120, unit: '分钟', help: '打开一条报名后，这段时间内别人领不到' },
  leastAge: { label: '最小年龄', initial: 16, min: 10, max: 60, unit: '岁', help: '低于它的报名不自动通过' },
  mostAge: { label: '最大年龄', initial: 45, min: 16, max: 99, unit: '岁', help: '高于它的报名不自动通过' },
} as const satisfies Readonly<Record<string, Parameter>>
