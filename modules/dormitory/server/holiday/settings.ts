import type { Db } from '#server/context.ts'
import { HOLIDAY_PARAMETERS } from '../../model/holiday/parameters.ts'

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string
export type HolidaySettings = { [K in keyof typeof HOLIDAY_PARAMETERS]: Widened<(typeof HOLIDAY_PARAMETERS)[K]['initial']> }
const INITIAL = Object.fromEntries(Object.entries(HOLIDAY_PARAMETERS).map(([key, p]) => [key, p.initial]))
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** The school's settings of holidays, what it never set as the program begins. From memory. */
export async function settingsOf(db: Db): Promise<HolidaySettings> {
  const set = { ...INITIAL, ...(await db.params('dormitory')) } as HolidaySettings
  // a time of day that is none makes nobody overdue
  return TIME.test(set.returnTime) ? set : { ...set, returnTime: HOLIDAY_PARAMETERS.returnTime.initial }
}
