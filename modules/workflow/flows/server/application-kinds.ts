import { type Facts, type FlowSubject, subjectOf } from '#flow/index.ts'
import type { Entity, Phrase, Wording } from '#model'
import { extensionPoint } from '#server/base/extension-point.ts'
import type { Ctx, Db } from '#server/context.ts'

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
  /** States the row takes instead of those of its case, where it has a life of its own: a round that waits for approval. */
  states?: Readonly<Partial<Record<'approved' | 'rejected' | 'returned' | 'withdrawn', string>>>
}
export interface ApplicationOf {
  kind: 'application'
  subject: FlowSubject
  hooks: ApplicationHooks
}
export const applicationsOf = extensionPoint<ApplicationOf>('application', { id: a => a.subject.processType, entity: a => a.subject.entity.name })

export interface Kind {
  subject: FlowSubject
  hooks: ApplicationHooks
}
/** The registered kind of application; its module must be loaded here. */
export function kindOf(db: Db, processType: string): Kind {
  const found = db.registered(applicationsOf).find(a => a.subject.processType === processType)
  if (!found) throw new Error(`no module runs applications of ${processType}`)
  return found
}
/** Whether rows of this entity are applications. */
export const isApplication = (db: Db, { name }: Entity): boolean => db.registered(applicationsOf).some(a => a.subject.entity.name === name)
/** Label of a kind of application; its code where the module is no longer loaded. */
export const kindName = (processType: string): string => subjectOf(processType)?.label ?? processType
