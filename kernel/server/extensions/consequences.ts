import type { Wording } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** How a student stands: status, and where they belong. */
export interface Enrolment {
  status: string
  classId: string | null
  gradeMajorId: string | null
}
/** A change of a student's standing that is being decided. */
export interface StandingChange {
  studentId: string
  from: Enrolment
  to: Enrolment
  /** Day from which it holds, and the last one where it ends by itself. */
  on: string
  until: string | null
}
/** One thing that the change would cause. */
export interface Consequence {
  label: string
  value: Wording
  /** Somebody has to see to it. */
  tone?: 'attention'
}
/** What one module knows of the consequences, computed before anything happens and shown to whoever asks for the change and decides on it (30-SC2). */
export interface ConsequenceSource {
  kind: 'consequence'
  /** `{module}.{name}` */
  code: string
  /** Smaller ones come first. */
  order: number
  of(db: Db, change: StandingChange): Promise<ReadonlyArray<Consequence | null>>
}
export const consequenceSources = extensionPoint<ConsequenceSource>('consequence', { id: s => s.code })
/** Declares what a change of standing causes in a module; default export of a server file. */
export const consequence = (source: Omit<ConsequenceSource, 'kind'>): ConsequenceSource => consequenceSources.make(source)
