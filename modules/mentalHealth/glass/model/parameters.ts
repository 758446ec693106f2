import type { Parameter } from '#model'

export const GLASS_PARAMETERS = {
  glassMinutes: { label: '紧急查看时长', initial: 60, min: 5, max: 240, unit: '分钟', help: '到时自动收回' },
  readersAfterDays: { label: '学生几天后看到谁查看过', initial: 7, min: 0, max: 90, unit: '天', help: '在“谁看过我的敏感信息”里；这几天里主任可以延后' },
} as const satisfies Readonly<Record<string, Parameter>>
