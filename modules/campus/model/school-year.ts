/** `2026-2027`: two consecutive years. */
export const isSchoolYear = (xn: string): boolean => /^\d{4}-\d{4}$/.test(xn) && Number(xn.slice(5)) === Number(xn.slice(0, 4)) + 1
const SEPTEMBER = 9
/** School year of a day for charging: from September on. */
export function schoolYearOf(day: string): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < SEPTEMBER ? 1 : 0)
  return `${year}-${year + 1}`
}
/** Its usual first and last day: figures of the state follow the first, levels and charges end with the last. */
export const yearBegins = (xn: string): string => `${xn.slice(0, 4)}-09-01`
export const yearEnds = (xn: string): string => `${xn.slice(5)}-08-31`
/** The school year before: `2026-2027` to `2025-2026`. */
export const yearBefore = (xn: string): string => `${Number(xn.slice(0, 4)) - 1}-${xn.slice(0, 4)}`
/** 1 July of the year in which the length of study ends. */
export const studyEnd = (enrolDate: string, duration: number): string => `${Number(enrolDate.slice(0, 4)) + Math.ceil(duration)}-07-01`
