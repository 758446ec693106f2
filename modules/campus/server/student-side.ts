import type { Db } from '#server/context.ts'

/** What the campus must know of students. It stands below the student module, so that module hands this in when it is loaded. */
export interface StudentSide {
  /** Students of each class who have not ended. */
  countByClass(db: Db, classIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Students of each class in status active, suspended or retained: they keep a class from ending (BO5). */
  keepingOpen(db: Db, classIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Students of any standing whose row carries one of these grade-majors. */
  countInGradeMajors(db: Db, gradeMajorIds: readonly string[]): Promise<number>
  /** Rewrites the department copied to the students of these grade-majors; called inside the move's transaction (BO4). Answers how many. */
  gradeMajorsMoved(db: Db, gradeMajorIds: readonly string[], departmentId: string): Promise<number>
  /** The class a student belongs to now. */
  classOf(db: Db, studentId: string): Promise<string | null>
  /** Names of the students of a class, in the order of their numbers. */
  classmates(db: Db, classId: string): Promise<Array<{ id: string; name: string }>>
}
const NOBODY: StudentSide = {
  countByClass: async () => new Map(),
  keepingOpen: async () => new Map(),
  countInGradeMajors: async () => 0,
  gradeMajorsMoved: async () => 0,
  classOf: async () => null,
  classmates: async () => [],
}
let side = NOBODY
export const supplyStudents = (given: StudentSide): void => {
  side = given
}
export const students = (): StudentSide => side

/** Something that changes hands with a class, or stands on a day: other modules declare theirs. */
export interface HandOverItem {
  label: string
  count(db: Db, hand: { fromTeacherId: string; toTeacherId: string; role: 'fdy' | 'bzr'; classIds: readonly string[] }): Promise<number>
}
export interface CalendarEffect {
  /** What stands on these days and would be touched. */
  find(db: Db, dates: readonly string[]): Promise<Array<{ date: string; label: string; name: string }>>
}
const handOverItems: HandOverItem[] = []
const calendarEffects: CalendarEffect[] = []
export const declareHandOverItem = (item: HandOverItem): void => void handOverItems.push(item)
export const declareCalendarEffect = (effect: CalendarEffect): void => void calendarEffects.push(effect)
export const itemsToHandOver = (): readonly HandOverItem[] => handOverItems
export const effectsOnCalendar = (): readonly CalendarEffect[] => calendarEffects
