import type { Parameter } from '#model'

export const GRADE_PARAMETERS = {
  'grade.pass': { label: '及格分', initial: 60, min: 1, max: 100, unit: '分' },
  'grade.makeupCap': { label: '补考最多计', initial: 60, min: 1, max: 100, unit: '分', help: '补考成绩高于它的，计入平均时按它计算' },
  'grade.pointBase': { label: '绩点从', initial: 50, min: 0, max: 99, unit: '分', help: '绩点 =（成绩 − 这个数）÷ 每点分数，不及格为 0' },
  'grade.creditLine': { label: '学分预警线', initial: 50, min: 0, max: 100, unit: '%', help: '一学期取得的学分不到所修的百分之几时提醒辅导员，0 为不提醒' },
  'grade.pointStep': { label: '每点分数', initial: 10, min: 1, max: 100, unit: '分' },
} as const satisfies Readonly<Record<string, Parameter>>
