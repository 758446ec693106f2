import type { Parameter } from '#model'

export const GLASS_PARAMETERS = {
  glassMinutes: { label: '紧急查看时长', initial: 60, min: 5, max: 240, unit: '分钟', help: '到时自动收回' },
} as const satisfies Readonly<Record<string, Parameter>>
