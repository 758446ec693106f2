import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { addDays, eachDay, weekdayOf } from '../model/days.ts'
import { lessonSection } from '../model/lesson.ts'
import { isInWeek } from '../model/lesson-weeks.ts'
import { stuClass } from '../model/organisation.ts'
import { teacher } from '../model/people.ts'
import { campus, venue } from '../model/places.ts'
import { type CalendarBook, calendarOf, type DayView, dayAt } from './calendar-book.ts'

export type Section = Row<typeof lessonSection>
/** Filter: lessons of these classes, of a teacher, or at a venue. */
export type LessonsOf = { classIds: readonly string[] } | { teacherId: string } | { venueId: string }
interface Stored {
  id: string
  courseNo: string
  courseName: string
  teacherId: string | null
  classIds: string[]
  weekday: number
  sectionFrom: number
  sectionTo: number
  weeks: string
  venueId: string | null
}
export interface Taught extends Omit<Stored, 'venueId'> {
  teacherName: string | null
  classNames: string | null
  venueName: string | null
  campusId: string | null
}
/** Summer hours run from May to September, the usual rule of schools on the plain. */
const isSummer = (date: string): boolean => date.slice(5) >= '05-01' && date.slice(5) <= '09-30'

export type SectionsOn = (campusId: string | null, date: string) => Section[]
/** Sections of a campus on a day: seasonal ones if defined, else the year-round ones; without a campus those of the first. All data is read once. */
export async function sectionBook(db: Db): Promise<SectionsOn> {
  const all = [...(await db.cached(lessonSection)).values()].sort((a, b) => a.no - b.no)
  const campuses = [...(await db.cached(campus)).values()].sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.code.localeCompare(b.code))
  return (campusId, date) => {
    const at = [campusId, ...campuses.map(c => c.id)].find(id => id && all.some(s => s.campusId === id))
    const mine = all.filter(s => s.campusId === at)
    const season = mine.filter(s => s.season === (isSummer(date) ? 'summer' : 'winter'))
    return season.length ? season : mine.filter(s => s.season === 'all')
  }
}
/** Distinct lessons of a term for these classes or a teacher, with names. */
export async function lessonsOf(db: Db, of: LessonsOf, xn: string, xqM: string): Promise<Taught[]> {
  const which =
    'teacherId' in of
      ? sql`l.teacher_id = ${of.teacherId}`
      : 'venueId' in of
        ? sql`l.venue_id = ${of.venueId}`
        : sql`l.id in (select lesson_id from lesson_class where tenant_id = ${db.me.tenantId} and class_id = any(${[...of.classIds]}::uuid[]))`
  const rows = await db.query<Stored>(sql`select l.id, l.course_no as "courseNo", l.course_name as "courseName", l.teacher_id as "teacherId", l.class_ids as "classIds", l.weekday,
      l.section_from as "sectionFrom", l.section_to as "sectionTo", l.weeks, l.venue_id as "venueId"
    from lesson l where l.tenant_id = ${db.me.tenantId} and l.xn = ${xn} and l.xq_m = ${xqM} and ${which} order by l.weekday, l.section_from, l.course_no`)
  const [teachers, classes, venues] = [await db.cached(teacher), await db.cached(stuClass), await db.cached(venue)]
  return rows.map(({ venueId, ...row }) => ({
    ...row,
    teacherName: teachers.get(row.teacherId ?? '')?.name ?? null,
    classNames: row.classIds.flatMap(id => classes.get(id)?.name ?? []).join('、') || null,
    venueName: venues.get(venueId ?? '')?.name ?? null,
    campusId: venues.get(venueId ?? '')?.campusId ?? null,
  }))
}
/** Weekday whose timetable applies on a day: none on free days, another weekday on make-up days. */
export function weekdayTaught(day: DayView | undefined): number | null {
  if (!day?.weekNo || day.dayType === 'holiday' || day.dayType === 'vacation') return null
  return day.dayType === 'makeup' ? (day.asWeekday ?? weekdayOf(day.date)) : weekdayOf(day.date)
}
export interface LessonTime {
  id: string
  date: string
  begin: string
  end: string
  sectionFrom: number
  sectionTo: number
  courseNo: string
  courseName: string
  teacherId: string | null
  teacherName: string | null
  /** All classes that attend. */
  classIds: readonly string[]
  classNames: string | null
  venueName: string | null
}
/** Lessons between two days with clock times; holidays and make-up days are applied. */
export async function lessonTimes(db: Db, of: LessonsOf, from: string, to: string): Promise<LessonTime[]> {
  const book = await calendarOf(db)
  const terms = book.terms.filter(t => t.startDate <= to && addDays(t.startDate, t.weeks * 7 + 14) >= from)
  const sectionsOn = await sectionBook(db)
  const made: LessonTime[] = []
  for (const term of terms) {
    const lessons = await lessonsOf(db, of, term.xn, term.xqM)
    if (lessons.length) for (const date of eachDay(from, to)) made.push(...timesOn({ book, sectionsOn, lessons, term }, date))
  }
  return made
}
interface Timetable {
  book: CalendarBook
  sectionsOn: SectionsOn
  lessons: readonly Taught[]
  term: { xn: string; xqM: string }
}
function timesOn({ book, sectionsOn, lessons, term }: Timetable, date: string): LessonTime[] {
  const day = dayAt(book, date)
  const weekday = weekdayTaught(day)
  if (!day?.weekNo || !weekday || day.xn !== term.xn || day.xqM !== term.xqM) return []
  const { weekNo } = day
  const made: LessonTime[] = []
  for (const l of lessons.filter(x => x.weekday === weekday && isInWeek(x.weeks, weekNo))) {
    const sections = sectionsOn(l.campusId, date)
    const [first, last] = [sections.find(s => s.no === l.sectionFrom), sections.find(s => s.no === l.sectionTo)]
    const { id, sectionFrom, sectionTo, courseNo, courseName, teacherId, teacherName, classIds, classNames, venueName } = l
    if (first && last)
      made.push({ id, date, begin: first.begin, end: last.end, sectionFrom, sectionTo, courseNo, courseName, teacherId, teacherName, classIds, classNames, venueName })
  }
  return made
}
