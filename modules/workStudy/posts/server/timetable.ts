import type { WeekSpan } from '#model/week-spans.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { lessonTimes } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type Busy, freeSpans } from '../model/fit.ts'

/** Odd and even weeks. */
const DAYS = 14
/** Free time of classes by their lessons of the coming two weeks. */
export async function freeOf(db: Db, classIds: readonly string[]): Promise<(classId: string | null) => readonly WeekSpan[]> {
  const from = today()
  const lessons = classIds.length ? await lessonTimes(db, { classIds }, from, addDays(from, DAYS - 1)) : []
  const busy = new Map<string, Busy[]>()
  for (const { classIds: of, date, begin, end } of lessons) for (const id of of) busy.set(id, [...(busy.get(id) ?? []), { day: weekdayOf(date), from: begin, to: end }])
  const known = new Map<string, readonly WeekSpan[]>()
  return classId => {
    const key = classId ?? ''
    const free = known.get(key) ?? freeSpans(busy.get(key) ?? [])
    known.set(key, free)
    return free
  }
}
