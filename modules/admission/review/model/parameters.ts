import type { Parameter } from '#model'

export const REVIEW_PARAMETERS = {
  'review.warnDay': { label: '复查催办', initial: 75, min: 1, max: 90, unit: '天', help: '入学后第几天仍未复查完的，提醒学院和招生办' },
  'review.months': { label: '复查期限', initial: 3, min: 1, max: 6, unit: '个月', help: '《普通高等学校学生管理规定》第十一条：入学后三个月内' },
} as const satisfies Readonly<Record<string, Parameter>>
