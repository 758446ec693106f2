import type { Parameter } from '#model'

/** What a school sets for its moving days. How near a day must lie to the planned one follows the days of check-in (`earlyDays`, `neverCameDays`). */
export const MOVE_IN_PARAMETERS = {
  moveInChangeMinutes: { label: '到校时段可改到', initial: 60, min: 0, max: 1440, unit: '分钟', help: '学生在时段开始前这么久还可以改或取消' },
} as const satisfies Readonly<Record<string, Parameter>>
