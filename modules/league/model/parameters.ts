import type { Parameter } from '#model'

export const PARAMETERS = {
  item: { label: '团费的收费项目', initial: 'leagueFee', help: '收费项目的编号，须记在团费账簿' },
  aheadMonths: { label: '预缴和补缴最多', initial: 6, min: 1, max: 12, unit: '个月' },
  warnMonths: { label: '连续欠缴预警', initial: 6, min: 2, max: 12, unit: '个月' },
  leaveAge: { label: '超龄离团', initial: 28, min: 20, max: 40, unit: '岁', help: '超过它又不担任团干部的团员列入离团名单' },
  behindPercent: { label: '进度落后', initial: 80, min: 1, max: 100, unit: '%', help: '截止前一周还没有收到这么多的支部，提醒团支书' },
  branchShare: { label: '团支部上缴比例', initial: 100, min: 0, max: 100, unit: '%' },
  collegeShare: { label: '学院团委上缴比例', initial: 50, min: 0, max: 100, unit: '%' },
} as const satisfies Readonly<Record<string, Parameter>>
