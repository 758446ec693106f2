import { extensionPoint, type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** What the student module answers: the campus module must not depend on it. */
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
  /** Active accounts of the students of these classes who have not ended. */
  accountsOf(db: Db, classIds: readonly string[]): Promise<string[]>
  /** Names of a class's students, by student number. */
  classmates(db: Db, classId: string): Promise<Array<{ id: string; name: string }>>
}
const NOBODY: StudentSide = {
  countByClass: async () => new Map(),
  keepingOpen: async () => new Map(),
  countInGradeMajors: async () => 0,
  gradeMajorsMoved: async () => 0,
  classOf: async () => null,
  accountsOf: async () => [],
  classmates: async () => [],
}
type SuppliedStudents = Registration & StudentSide & { kind: 'students' }
export const studentSides = solePoint<SuppliedStudents>('students')
/** Registers the student module's answers. */
export const supplyStudents = (side: StudentSide): SuppliedStudents => studentSides.make(side)
export const students = (db: Db): StudentSide => studentSides.of(db) ?? NOBODY

/** What passes from one to the other with a class. */
export interface Handed {
  fromTeacherId: string
  toTeacherId: string
  role: 'fdy' | 'bzr'
  classIds: readonly string[]
}
/** Something open that other modules hand over with a class; they do so when they hear `campus.classStaffChanged`. */
export interface HandOverItem {
  label: string
  count(db: Db, hand: Handed): Promise<number>
}
export interface CalendarEffect {
  /** Items on these days that a change would affect. */
  find(db: Db, dates: readonly string[]): Promise<Array<{ date: string; label: string; name: string }>>
}
export const handOverItems = extensionPoint<HandOverItem & { kind: 'handOverItem' }>('handOverItem', { id: item => item.label })
export const calendarEffects = extensionPoint<CalendarEffect & { kind: 'calendarEffect' }>('calendarEffect')
export const handOverItem = (item: HandOverItem): Registration => handOverItems.make(item)
export const calendarEffect = (effect: CalendarEffect): Registration => calendarEffects.make(effect)
