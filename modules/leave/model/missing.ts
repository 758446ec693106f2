import { schoolMs } from '#model/school-time.ts'

/** One lesson as stored with a leave. */
export interface MissedLesson {
  id: string
  date: string
  begin: string
  end: string
  courseNo: string
  courseName: string
  teacherId: string | null
  teacherName: string | null
  sectionFrom: number
  sectionTo: number
}
export interface CourseTotal {
  courseNo: string
  courseName: string
  /** Sections missed by this leave, by earlier ones, and planned in the term. */
  now: number
  past: number
  planned: number
  /** 20-L5: too much of the course is missed to sit its exam. */
  isOver: boolean
}

/** 20-L5: lessons that overlap the leave, in order. */
export function missedLessons<L extends Pick<MissedLesson, 'date' | 'begin' | 'end'>>(lessons: readonly L[], startAt: string, endAt: string): L[] {
  const [from, to] = [Date.parse(startAt), Date.parse(endAt)]
  return lessons.filter(l => schoolMs(l.date, l.begin) < to && schoolMs(l.date, l.end) > from).sort((a, b) => schoolMs(a.date, a.begin) - schoolMs(b.date, b.begin))
}
const sections = (l: Pick<MissedLesson, 'sectionFrom' | 'sectionTo'>): number => l.sectionTo - l.sectionFrom + 1
export function sectionsByCourse(lessons: readonly MissedLesson[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const l of lessons) sums.set(l.courseNo, (sums.get(l.courseNo) ?? 0) + sections(l))
  return sums
}
/** Each course of the leave with earlier absences and its total; `part` 3 means a third. */
export function courseTotals(missed: readonly MissedLesson[], past: ReadonlyMap<string, number>, planned: ReadonlyMap<string, number>, part: number): CourseTotal[] {
  const names = new Map(missed.map(l => [l.courseNo, l.courseName]))
  return [...sectionsByCourse(missed)].map(([courseNo, now]) => {
    const [before, all] = [past.get(courseNo) ?? 0, planned.get(courseNo) ?? 0]
    return { courseNo, courseName: names.get(courseNo) ?? courseNo, now, past: before, planned: all, isOver: all > 0 && (now + before) * part >= all }
  })
}
/** Lessons still missed after an early return (20-L10). */
export const stillMissed = (lessons: readonly MissedLesson[], startAt: string, backAt: string): MissedLesson[] => missedLessons(lessons, startAt, backAt)
