import { DAY_MS } from '#model/days.ts'
import type { Schedule } from './schedules.ts'

/** When rechecks of a test end; null before its results are released. */
export const recheckUntil = ({ stage, releasedAt }: Pick<Schedule, 'stage' | 'releasedAt'>, days: number): string | null =>
  stage === 'released' && releasedAt ? new Date(Date.parse(releasedAt) + days * DAY_MS).toISOString() : null
