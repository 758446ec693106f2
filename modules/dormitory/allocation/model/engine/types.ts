import type { PresortRules, Weights } from '../rules.ts'

/** Student data available to the engine; nothing else reaches it. */
export interface Occupant {
  id: string
  classId: string | null
  majorId: string | null
  gradeMajorId: string | null
  departmentId: string | null
  campusId: string | null
  grade: number | null
  genderCode: string
  isInternational: boolean
  needsAccessible: boolean
  /** 20-DP10: medical grounds exist; the engine does not know which. */
  hasPriority: boolean
  /** First four digits of the home region code. */
  prefecture: string | null
  bedType: string | null
  /** Minutes after noon. */
  sleepAt: number | null
  /** Minutes after midnight. */
  wakeAt: number | null
  /** Wants quiet: 1, no preference: 0, likes company: -1. */
  quiet: number | null
  smokes: boolean | null
  height: number | null
  /** Requested roommates. */
  wishes: readonly string[]
}
/** A resident who stays in the room. */
export interface Resident {
  roomId: string
  classId: string | null
  majorId: string | null
  departmentId: string | null
  grade: number | null
}
export interface FreeBed {
  id: string
  roomId: string
  bedNo: number
  bedType: string
}
/** A room with free beds. */
export interface Room {
  id: string
  roomNo: string
  floorId: string
  dormId: string
  campusId: string
  /** Floor number. */
  floorNo: number
  genderCode: string
  accessible: boolean
  /** Reserved for a college or classes; everybody if empty. */
  onlyDepartmentId: string | null
  onlyClassIds: readonly string[] | null
  /** All beds, including occupied ones. */
  capacity: number
}
export interface Quota {
  departmentId: string | null
  gradeMajorId: string | null
  classId: string | null
  genderCode: string
  beds: number
  rooms: number | null
}
export interface Pin {
  studentId: string
  bedId: string
}
export interface PlanInput {
  students: readonly Occupant[]
  rooms: readonly Room[]
  beds: readonly FreeBed[]
  residents: readonly Resident[]
  quotas: readonly Quota[]
  pins: readonly Pin[]
  rules: PresortRules
  seed: number
  /** Weights for scoring if different from the rules, to compare plans made by different rules. */
  scoredBy?: Weights
}
/** Number of proposals per student. */
export const EFFORT = 120
