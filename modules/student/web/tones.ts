import type { Tone } from '#web/feedback/State.tsx'
import type { StudentStatus } from '../model/status.ts'

/** Colours of the status dot; ended is grey. */
export const STATUS_TONES: Readonly<Partial<Record<StudentStatus, Tone>>> = {
  preEnrolled: 'waiting',
  reserved: 'waiting',
  active: 'done',
  suspended: 'attention',
  retained: 'going',
}
