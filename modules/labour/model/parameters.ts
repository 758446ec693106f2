import type { Parameter } from '#model'

export const LABOUR_PARAMETERS = {
  leastVocational: { label: '专科和中职劳动课程最少', initial: 16, min: 0, max: 200, unit: '学时', help: '《大中小学劳动教育指导纲要（试行）》：职业院校不少于 16 学时' },
  leastUndergraduate: { label: '本科劳动课程最少', initial: 32, min: 0, max: 200, unit: '学时', help: '《大中小学劳动教育指导纲要（试行）》：普通高校不少于 32 学时' },
  absences: { label: '缺勤几次停止报名', initial: 2, min: 1, max: 20, unit: '次', help: '一个学期里没有请假的缺勤' },
  barDays: { label: '停止报名', initial: 30, min: 1, max: 365, unit: '天', help: '从最近一次缺勤算起' },
  openBefore: { label: '提前签到', initial: 30, min: 5, max: 120, unit: '分钟', help: '每次劳动开始前多久可以签到，结束后多久还可以签退' },
  selfPerDay: { label: '自主申报每天最多', initial: 2, min: 1, max: 24, unit: '学时' },
  selfShare: { label: '自主申报最多占', initial: 30, min: 0, max: 100, unit: '%', help: '占这一类要求学时的百分比' },
} as const satisfies Readonly<Record<string, Parameter>>
