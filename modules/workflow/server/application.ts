import type { Phrase, Row, Wording } from '#model'
import type { Facts, FlowSubject } from '#model/flow/index.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { ApplicationSource } from '#server/extensions/desk-parts.ts'
import { type FileReader, fileReader } from '#server/files/readers.ts'
import { applicationsOf } from './application-kinds.ts'
import { mayReadFile, sourceOf } from './own-applications.ts'

export interface Applied {
  /** Account the application is for; its student, where it is one. */
  applicantId: string
  studentId: string | null
  title: string | Phrase
  /** The module's own numbers; form fields and the applicant's attributes are added. */
  facts: Facts
  /** One line for lists: what an approver needs to decide most of them. */
  summary?: Wording
}
type EffectCtx = Pick<Ctx, 'db' | 'me' | 'lang'> & { instanceId: string; opinion: string | null }
/** What a kind of application does beside being approved. All of it runs in the deciding transaction: what throws leaves the task open with the cause (10-W12). */
export interface ApplicationHooks<R = Record<string, unknown>> {
  /** What the engine must know of a row, computed when it is submitted, edited or simulated; `row` may be unsaved. */
  describe(db: Db, row: R): Promise<Applied>
  /** Where people read and edit it. */
  link(row: R): string
  mobileLink?(row: R): string
  /** Checks and follows an approver's edit of form fields; the row is written after it. */
  edited?(db: Db, row: R, patch: Partial<R>): Promise<void>
  onSubmitted?(ctx: EffectCtx, row: R): Promise<void>
  onApproved?(ctx: EffectCtx, row: R): Promise<void>
  onRejected?(ctx: EffectCtx, row: R): Promise<void>
  onReturned?(ctx: EffectCtx, row: R): Promise<void>
  onWithdrawn?(ctx: EffectCtx, row: R): Promise<void>
  /** Voided by somebody with power over the process, before or after the approval. */
  onCancelled?(ctx: EffectCtx, row: R): Promise<void>
  /** Words of `FlowSubject.autos`. */
  autos?: Readonly<Record<string, (ctx: EffectCtx, row: R) => Promise<void>>>
}
export interface ApplicationOf {
  kind: 'application'
  subject: FlowSubject
  hooks: ApplicationHooks
}
/** Registers what a kind of application does, lists it in people's own applications, and lets whoever decides read its files; default export of a module's server file. */
export const application = <E>(subject: FlowSubject & { entity: unknown }, hooks: ApplicationHooks<Row<E>>): readonly [ApplicationOf, ApplicationSource, FileReader] => [
  applicationsOf.make({ subject, hooks: hooks as unknown as ApplicationHooks }),
  sourceOf(subject.entity.name, subject.label),
  fileReader(subject.entity, (db, rowId, field) => mayReadFile(db, subject, rowId, field)),
]
