import { addDays } from '#model/days.ts'
import { schoolDate, schoolDayEnd } from '#model/school-time.ts'

/** The end of the last of so many whole days after a moment. */
export const midnightAfter = (at: string | number, days: number): string => schoolDayEnd(addDays(schoolDate(at), days))
