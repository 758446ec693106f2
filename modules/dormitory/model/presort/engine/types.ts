import type { PresortRules, Weights } from '../rules.ts'

/** What the engine knows of a student; nothing else about them reaches it. */
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
  /** 20-DP10: there is a medical ground; which, the engine does not know. */
  hasPriority: boolean
  /** First four digits of the home's region. */
  prefecture: string | null
  bedType: string | null
  /** Minutes after noon. */
  sleepAt: number | null
  /** Minutes after midnight. */
  wakeAt: number | null
  /** Wants quiet: 1, does not mind: 0, likes company: -1. */
  quiet: number | null
  smokes: boolean | null
  height: number | null
  /** Students asked for as roommates. */
  wishes: readonly string[]
}
/** Somebody who lives in a room already and stays. */
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
/** A room with beds to give. */
export interface Room {
  id: string
  roomNo: string
  floorId: string
  dormId: string
  campusId: string
  /** Floors of a house from below. */
  floorNo: number
  genderCode: string
  accessible: boolean
  /** Whom it is kept for: a college, or classes; nobody named is everybody. */
  onlyDepartmentId: string | null
  onlyClassIds: readonly string[] | null
  /** Beds it has at all, with those that are taken. */
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
  /** What scores are counted by, where it is not the rules themselves: two plans by different rules are compared by one measure. */
  scoredBy?: Weights
}
/** How hard the engine tries: proposals a student. */
export const EFFORT = 120
