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
  /** One line for lists: what an approver needs for most decisions. */
  summary?: Wording
}
type EffectCtx = Pick<Ctx, 'db' | 'me' | 'lang'> & { instanceId: string; opinion: string | null }
/** Callbacks of a kind of application. All run in the deciding transaction: an error leaves the task open and shows the cause (10-W12). */
export interface ApplicationHooks<R = Record<string, unknown>> {
  /** Facts the engine needs of a row, computed on submit, edit and simulation; `row` may be unsaved. */
  describe(db: Db, row: R): Promise<Applied>
  /** Path of the page where the row is read and edited. */
  link(row: R): string
  mobileLink?(row: R): string
  /** Validates an approver's edit of form fields and applies its consequences; runs before the row is written. */
  edited?(db: Db, row: R, patch: Partial<R>): Promise<void>
  onSubmitted?(ctx: EffectCtx, row: R): Promise<void>
  onApproved?(ctx: EffectCtx, row: R): Promise<void>
  onRejected?(ctx: EffectCtx, row: R): Promise<void>
  onReturned?(ctx: EffectCtx, row: R): Promise<void>
  onWithdrawn?(ctx: EffectCtx, row: R): Promise<void>
  /** Cancelled by an administrator of the process, before or after approval. */
  onCancelled?(ctx: EffectCtx, row: R): Promise<void>
  /** Handlers of the actions declared in `FlowSubject.autos`. */
  autos?: Readonly<Record<string, (ctx: EffectCtx, row: R) => Promise<void>>>
}
export interface ApplicationOf {
  kind: 'application'
  subject: FlowSubject
  hooks: ApplicationHooks
}
/**
 * Registers the callbacks of a kind of application, lists it under "my applications", and lets approvers read its files; default export of a module's server file.
 */
export const application = <E>(subject: FlowSubject & { entity: unknown }, hooks: ApplicationHooks<Row<E>>): readonly [ApplicationOf, ApplicationSource, FileReader] => [
  applicationsOf.make({ subject, hooks: hooks as unknown as ApplicationHooks }),
  sourceOf(subject.entity.name, subject.label),
  fileReader(subject.entity, (db, rowId, field) => mayReadFile(db, subject, rowId, field)),
]
