import type { Parameter } from '#model'

export const DESK_PARAMETERS = {
  snoozeDays: { label: '待办最多推后', initial: 3, min: 1, max: 30, unit: '天', help: '在“今日”里把一件待办推后多久；马上要处理的不能推后' },
} as const satisfies Readonly<Record<string, Parameter>>
