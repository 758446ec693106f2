import { LRUCache } from 'lru-cache'
import { calendarOf, lessonTimes } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MissedLesson, sectionsByCourse } from '../model/missing.ts'

/** Lessons of a class in a date range, in the form leaves store. */
export async function lessonsBetween(db: Db, classId: string | null, from: string, to: string): Promise<MissedLesson[]> {
  if (!classId) return []
  return (await lessonTimes(db, { classIds: [classId] }, from, to)).map(({ classIds: _ids, classNames: _classes, venueName: _venue, ...lesson }) => lesson)
}
/** Cache lifetime: a term's plan seldom changes, and an afternoon may bring thousands of applications. */
const KEPT_MS = 60_000
const MOST_KEPT = 5_000
const kept = new LRUCache<string, { at: number; sections: ReadonlyMap<string, number> }>({ max: MOST_KEPT })

/** Sections of each course in the class's term containing this day; empty without a timetable. */
export async function plannedSections(db: Db, classId: string | null, date: string): Promise<ReadonlyMap<string, number>> {
  const term = (await calendarOf(db)).terms.find(t => t.startDate <= date && date <= t.endDate)
  if (!classId || !term) return new Map()
  const key = `${db.me.tenantId} ${classId} ${term.id}`
  const known = kept.get(key)
  if (known && Date.now() - known.at < KEPT_MS) return known.sections
  const sections = sectionsByCourse(await lessonsBetween(db, classId, term.startDate, term.endDate))
  kept.set(key, { at: Date.now(), sections })
  return sections
}
