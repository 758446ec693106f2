import { schoolMs, schoolTimeText } from '#model/school-time.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'

/** Monday of the week a day lies in. */
export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date))
/** Day of an instant as it hangs on the wall. */
export const dayOf = (at: string): string => schoolTimeText(at).slice(0, 10)
export const weekOf = (at: string): string => mondayOf(dayOf(at))
/** The week whose scores are published on a day: the one before. */
export const weekBefore = (date: string): string => addDays(mondayOf(date), -7)
/** 20-DI3: when a week's scores are published, on the Monday that follows it. */
export const publishedOn = (week: string, clock: string): number => schoolMs(addDays(week, 7), clock)
/** Until when a room may object: days after it was published; where nothing is published, after the check. */
export const objectUntil = (record: { kind: string; week: string; checkedAt: string }, { publishAt, days }: { publishAt: string; days: number }): number =>
  (record.kind === 'health' ? publishedOn(record.week, publishAt) : Date.parse(record.checkedAt)) + days * 86_400_000
