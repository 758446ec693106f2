import type { Db } from '#server/context.ts'
import { ACCESS_PARAMETERS } from '../../model/access/parameters.ts'
import type { Limits } from '../../model/access/rules.ts'

type Widened<T> = T extends number ? number : string
export type AccessSettings = { [K in keyof typeof ACCESS_PARAMETERS]: Widened<(typeof ACCESS_PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(ACCESS_PARAMETERS).map(([key, p]) => [key, p.initial]))
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** The school's settings of doors and visitors, what it never set as the program begins. From memory. */
export async function accessSettings(db: Db): Promise<AccessSettings> {
  const set = { ...INITIAL, ...(await db.params('dormitory')) } as AccessSettings
  // a time of day that is none lets nobody stay overnight
  return TIME.test(set.visitorLeaveBy) ? set : { ...set, visitorLeaveBy: ACCESS_PARAMETERS.visitorLeaveBy.initial }
}
export const limitsOf = (s: Pick<AccessSettings, 'alertLateMinutes' | 'alertNotSeenDays' | 'alertNotLeftHours'>): Limits => ({
  lateMinutes: s.alertLateMinutes,
  notSeenDays: s.alertNotSeenDays,
  notLeftHours: s.alertNotLeftHours,
})
