import { DAY_MS } from '#model/days.ts'
import { schoolMs, schoolTimeText } from '#model/school-time.ts'
import { mondayOf } from '#model/week.ts'
import { addDays } from '#modules/campus/model/days.ts'

/** Date of an instant in the school's time zone. */
export const dayOf = (at: string): string => schoolTimeText(at).slice(0, 10)
export const weekOf = (at: string): string => mondayOf(dayOf(at))
/** The week published on a day: the previous one. */
export const weekBefore = (date: string): string => addDays(mondayOf(date), -7)
/** 20-DI3: publication time of a week's scores, on the following Monday. */
export const publishedOn = (week: string, clock: string): number => schoolMs(addDays(week, 7), clock)
/** Objection deadline: some days after publication; for unpublished kinds, after the check. */
export const objectUntil = (record: { kind: string; week: string; checkedAt: string }, { publishAt, days }: { publishAt: string; days: number }): number =>
  (record.kind === 'health' ? publishedOn(record.week, publishAt) : Date.parse(record.checkedAt)) + days * DAY_MS
