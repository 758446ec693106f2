import type { VIOLATION_SOURCES, ViolationLevel } from './violation.ts'

/** Something that was found and may become a violation once it has been heard. */
export interface ViolationDraft {
  /** One of both at least; without a room the bed of the student on that day. */
  studentId?: string | null
  roomId?: string | null
  type: string
  level: ViolationLevel
  at: string
  details: string
  place?: string | null
  evidence?: readonly string[]
  sourceType: Exclude<keyof typeof VIOLATION_SOURCES, 'manual'>
  /** With `sourceSeq` unique in its kind: what is found twice is drafted once. */
  sourceId: string
  sourceSeq: string
}
