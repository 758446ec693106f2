import type { Parameter } from '#model'

export const ARRIVAL_PARAMETERS = {
  'plate.keepDays': { label: '车牌保留', initial: 7, min: 1, max: 60, unit: '天', help: '到校时段过后多少天删除车牌' },
} as const satisfies Readonly<Record<string, Parameter>>
/** Seats of a bus that fetches new students. */
export const SEATS = 45
