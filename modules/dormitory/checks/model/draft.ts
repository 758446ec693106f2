import type { VIOLATION_SOURCES, ViolationLevel } from './violation.ts'

/** A finding that becomes a violation only after a hearing. */
export interface ViolationDraft {
  /** At least one of both; without a room the student's bed on that day is used. */
  studentId?: string | null
  roomId?: string | null
  type: string
  level: ViolationLevel
  at: string
  details: string
  place?: string | null
  evidence?: readonly string[]
  sourceType: Exclude<keyof typeof VIOLATION_SOURCES, 'manual'>
  /** Unique with `sourceSeq` per type: the same finding is drafted once. */
  sourceId: string
  sourceSeq: string
}
