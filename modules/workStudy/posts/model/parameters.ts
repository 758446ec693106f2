import type { Parameter } from '#model'

export const POST_PARAMETERS = {
  maxPosts: { label: '每人最多岗位', initial: 2, min: 1, max: 10, unit: '个' },
  priorityDays: { label: '困难学生优先', initial: 3, min: 0, max: 30, unit: '天', help: '公布后几天内，优先岗位只能录用认定的困难学生' },
  offerHours: { label: '录用答复', initial: 48, min: 1, max: 240, unit: '小时', help: '过时未答复的录用失效' },
  offerRemindHours: { label: '失效前提醒', initial: 12, min: 1, max: 48, unit: '小时' },
  noticeDays: { label: '离岗和解约提前', initial: 7, min: 0, max: 60, unit: '天' },
  monthlyFloor: { label: '按月计酬的最低标准', initial: 600, min: 0, max: 10_000, unit: '元', help: '按 40 小时折算，不低于当地标准' },
} as const satisfies Readonly<Record<string, Parameter>>
