import type { Parameter } from '#model'

export const PARAMETERS = {
  tuitionItem: { label: '学费的项目编号', initial: 'tuition', help: '按这个收费项目计算学费，不含住宿费' },
  recoveryItem: { label: '追缴的项目编号', initial: 'militaryRecovery', help: '应追缴的资助款记在这个收费项目下' },
  conscriptMonths: { label: '义务兵服役期', initial: 24, min: 1, max: 120, unit: '个月', help: '入伍时先按它估算保留学籍到哪天' },
  ncoMonths: { label: '直招军士服役期', initial: 36, min: 1, max: 120, unit: '个月' },
  keepMonths: { label: '退役后保留', initial: 24, min: 1, max: 60, unit: '个月', help: '《普通高等学校学生管理规定》：退役后两年' },
  recoverCauses: { label: '要追缴资助的终止原因', initial: 'fraud,refusal,misconduct', help: '“终止原因”中的编号，用逗号隔开' },
  letterDay: { label: '每年寄信', initial: '07-20', help: '每年这一天给在伍学生发一封信，月-日' },
  entitlements: { label: '退役复学的待遇', initial: '免修军事技能训练；按学校规定可以申请转专业；按规定享受国家助学金', help: '写在复学页上' },
} as const satisfies Readonly<Record<string, Parameter>>
