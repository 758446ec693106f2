import type { Parameter } from '#model'

export const TASK_PARAMETERS = {
  taskRemindHours: { label: '任务提醒', initial: '48,4', help: '截止前几小时提醒还没有填报任务的辅导员，用逗号分开' },
} as const satisfies Readonly<Record<string, Parameter>>
