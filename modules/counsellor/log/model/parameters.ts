import type { Parameter } from '#model'

export const LOG_PARAMETERS = {
  lateDays: { label: '日志补记', initial: 7, min: 1, max: 90, unit: '天', help: '事后超过这么多天才登记的，标为补记' },
  leaveTalkDays: { label: '请假谈话', initial: 3, min: 0, max: 60, unit: '天', help: '请假满这么多天的，批准后给辅导员一条待确认的谈心谈话；0 为不要' },
  mentalHelp: { label: '心理健康转介', initial: '学校心理健康教育中心', help: '谈话涉及心理健康时，告诉辅导员找谁' },
} as const satisfies Readonly<Record<string, Parameter>>
