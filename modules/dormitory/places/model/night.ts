import { HOUR_MS } from '#model/days.ts'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import type { CurfewException } from './curfew.ts'

/** Night date D runs from 12:00 of D to 12:00 of the next day, in school time (UTC+8, no daylight saving). */
const HALF_DAY_MS = 12 * HOUR_MS
export const nightAt = (instant: string): string => schoolDate(Date.parse(instant) - HALF_DAY_MS)
/** The instant of a time of day within a night: from 12:00 on the night's own date, before that the next. */
export const inNight = (night: string, time: string): string => schoolInstant(time >= '12:00' ? night : addDays(night, 1), time)
/** Compares times of day within a night. */
export const laterInNight = (a: string, b: string): boolean => inNight('2000-01-01', a) > inNight('2000-01-01', b)

export interface NightTimes {
  curfewWorkday: string
  curfewFree: string
  cutOff: string
  gateOpening: string
  exceptions: readonly CurfewException[] | null
}
export interface NightHours {
  curfew: string
  cutOff: string
  gateOpening: string
}
/** Hours of a building on a night: its own exception, else a general one, else by whether the next day is a workday. */
export function hoursOf(profile: NightTimes, dormId: string, night: string, isWorkday: (date: string) => boolean): NightHours {
  const exceptions = (profile.exceptions ?? []).filter(x => x.date === night)
  const exception = exceptions.find(x => x.dormId === dormId) ?? exceptions.find(x => x.dormId === null)
  if (exception) return exception
  return { curfew: isWorkday(addDays(night, 1)) ? profile.curfewWorkday : profile.curfewFree, cutOff: profile.cutOff, gateOpening: profile.gateOpening }
}
/** Error of hours: they must be in ascending order within the night. */
export function hoursFault({ curfew, cutOff, gateOpening }: NightHours): { first: string; second: string } | undefined {
  if (!laterInNight(cutOff, curfew)) return { first: curfew, second: cutOff }
  return laterInNight(gateOpening, cutOff) ? undefined : { first: cutOff, second: gateOpening }
}
