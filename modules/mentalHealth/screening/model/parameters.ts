import type { Parameter } from '#model'

export const SCREENING_PARAMETERS = {
  remindHours: { label: '普查提醒', initial: '72,24', help: '截止前几小时提醒还没有答复的学生，用逗号分开' },
  itemSeconds: { label: '每题最少用时', initial: 2, min: 0, max: 30, unit: '秒', help: '平均每题比这还快的不计分，请学生重做；0 表示不判断' },
  schoolLine: { label: '学校 24 小时热线', initial: '', help: '和全国心理援助热线 12356 一起显示给学生' },
} as const satisfies Readonly<Record<string, Parameter>>
