import type { Parameter } from '#model'

/** Settings of moving days. The permitted distance from the planned day follows the check-in settings (`earlyDays`, `neverCameDays`). */
export const MOVE_IN_PARAMETERS = {
  moveInChangeMinutes: { label: '到校时段可改到', initial: 60, min: 0, max: 1440, unit: '分钟', help: '学生在时段开始前这么久还可以改或取消' },
} as const satisfies Readonly<Record<string, Parameter>>
