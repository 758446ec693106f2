import type { Tone } from '#web/feedback/State.tsx'
import type { StudentStatus } from '../model/status.ts'

/** Colours of the dot before a status; who has ended is grey. */
export const STATUS_TONES: Readonly<Partial<Record<StudentStatus, Tone>>> = {
  preEnrolled: 'waiting',
  reserved: 'waiting',
  active: 'done',
  suspended: 'attention',
  retained: 'going',
}
