import type {} from '#model/school-time.ts'
import { weekOf } from '#model/week.ts'

/** Minutes since midnight. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
/** The Monday of a date's week. */
export const mondayOf = (date: string): string => weekOf(date)[0]
