import { weekOf } from '#model/week.ts'

/** Moments as a clock on a wall in China shows them; both halves calculate alike. */
const AHEAD_MS = 8 * 3_600_000
const wall = (moment: string): string => new Date(Date.parse(moment) + AHEAD_MS).toISOString()

/** `2026-09-14` */
export const dateOf = (moment: string): string => wall(moment).slice(0, 10)
/** `08:30` */
export const clockOf = (moment: string): string => wall(moment).slice(11, 16)
/** `2026-09-14 08:30` */
export const plainTime = (moment: string): string => `${dateOf(moment)} ${clockOf(moment)}`
/** The moment of a date and a clock time. */
export const momentOf = (date: string, clock = '00:00'): string => `${date}T${clock}:00+08:00`
/** Minutes since midnight. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
/** The Monday of the week a date lies in. */
export const mondayOf = (date: string): string => weekOf(date)[0]
