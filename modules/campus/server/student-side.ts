import type { Db } from '#server/context.ts'

/** Interface the student module implements: the campus module must not depend on it, so the implementation is registered at load time. */
export interface StudentSide {
  /** Students of each class who have not ended. */
  countByClass(db: Db, classIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Students of each class in status active, suspended or retained: they keep a class from ending (BO5). */
  keepingOpen(db: Db, classIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Students of any status in these grade-majors. */
  countInGradeMajors(db: Db, gradeMajorIds: readonly string[]): Promise<number>
  /** Updates the department copied to students of these grade-majors, within the move's transaction (BO4). Returns their number. */
  gradeMajorsMoved(db: Db, gradeMajorIds: readonly string[], departmentId: string): Promise<number>
  /** The student's current class. */
  classOf(db: Db, studentId: string): Promise<string | null>
  /** Names of a class's students, by student number. */
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

/** Something other modules hand over with a class or schedule on a day. */
export interface HandOverItem {
  label: string
  count(db: Db, hand: { fromTeacherId: string; toTeacherId: string; role: 'fdy' | 'bzr'; classIds: readonly string[] }): Promise<number>
}
export interface CalendarEffect {
  /** Items on these days that a change would affect. */
  find(db: Db, dates: readonly string[]): Promise<Array<{ date: string; label: string; name: string }>>
}
const handOverItems: HandOverItem[] = []
const calendarEffects: CalendarEffect[] = []
export const declareHandOverItem = (item: HandOverItem): void => void handOverItems.push(item)
export const declareCalendarEffect = (effect: CalendarEffect): void => void calendarEffects.push(effect)
export const itemsToHandOver = (): readonly HandOverItem[] => handOverItems
export const effectsOnCalendar = (): readonly CalendarEffect[] => calendarEffects
