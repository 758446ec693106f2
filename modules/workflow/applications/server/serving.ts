import type { Facts, FlowSubject } from '#flow/index.ts'
import type { Action, Entity, Fields, InputOf, OutputOf, Refusal, Row, Wording } from '#model'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { Applied } from '../../flows/server/api.ts'
import type { Violation } from '../model/application.ts'
import type { Applicant } from './applicants.ts'

/** The actions of a kind of application, as `ownApplication` makes them; others may stand beside them. */
export interface ActionSet {
  apply: Action<Fields, Fields>
  withdraw: Action<Fields, 'none'>
  resubmit?: Action<Fields, Fields>
  cancel?: Action<Fields, 'none'>
  applyFor?: Action<Fields, Fields>
  begin?: Action<Fields, Fields>
  preview?: Action<Fields, Fields>
  mine?: Action<Fields, Fields, true>
  card?: Action<Fields, Fields>
}
/** Types of one kind of application. */
export interface Kind {
  row: object
  /** Input of the first submission. */
  apply: object
  /** The form, as given on every submission. */
  form: object
  more: object
  begins: object
  begin: object
  asks: object
  preview: object
  mine: object
  card: object
  who: unknown
  valid: Valid
}
type Plain = Record<string, unknown>
export type AnyRow = Row<Entity> & { state: string }
/** A kind of application whose types do not matter. */
export interface AnyKind extends Kind {
  row: AnyRow
  apply: Plain
  form: Plain
  more: Plain
  begins: Plain
  begin: Plain
  asks: Plain
  preview: Plain
  mine: Plain
  card: Plain
}
export interface Valid {
  /** Everything that speaks against the application; joined into one refusal. */
  violations: readonly Violation[]
}
type In<A, K extends string> = A extends { readonly [P in K]: infer X extends Action } ? InputOf<X> : object
type Out<A, K extends string> = A extends { readonly [P in K]: infer X extends Action } ? OutputOf<X> : object
export type KindOf<E extends Entity, A, W, V extends Valid> = {
  row: Row<E>
  apply: In<A, 'apply'>
  form: A extends { readonly resubmit: Action } ? Omit<In<A, 'resubmit'>, 'id'> : In<A, 'apply'>
  more: In<A, 'applyFor'>
  begins: In<A, 'begin'>
  begin: Out<A, 'begin'>
  asks: In<A, 'preview'>
  preview: Omit<Out<A, 'preview'>, 'problems' | 'steps'>
  mine: Partial<Out<A, 'mine'>>
  card: Out<A, 'card'>
  who: W
  valid: V
}
export type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
/** What a submission is about besides its form. */
export interface Asking<R> {
  /** The returned application that is submitted again. */
  row: R | null
  /** Columns the caller sets on the first submission, before those of `initial`. */
  given: Partial<R>
  isStaff: boolean
}
type Decided = Acting & { opinion: string | null }
/** What a kind of application adds to the standard handlers. */
export interface Serving<K extends Kind> {
  /** Its approval process; without one an application is in force once it is stored. */
  subject?: FlowSubject
  /** Where its applicant reads it. */
  link(row: { id: string }): string
  /** Page of its form, which begins with what another one asked (`?copy=`). */
  copyPage?: string
  /** Field with the student or account a row belongs to; `studentId` by default. */
  owner?: string
  /** Loads who applies and what for, by the input of the first submission or by the row. By default the caller as a student; with `lock`, locked and present. */
  prepare?(ctx: Acting, at: { input: K['apply'] | null; row: K['row'] | null; lock: boolean }): Promise<K['who']>
  /** Refuses a student who may not apply, before the form is looked at; by default whoever is not at school or has no account. */
  admit?(who: StudentOf): void
  /** Computes the outcome of a form and all violations. */
  validate(ctx: Acting, who: K['who'], form: K['form'], asking: Asking<K['row']>): Promise<K['valid']>
  /** The form of a stored application: its applicant may resubmit it unchanged on the page of the case, where the same rules hold. */
  formOf?(row: K['row']): K['form']
  /** Columns of the form, written on every submission; `row`: the returned application. */
  draft(form: K['form'], valid: K['valid'], who: K['who'], at: { ctx: Acting; row: K['row'] | null }): Partial<K['row']> | Promise<Partial<K['row']>>
  /** Further columns of the first submission; `state` other than `pending` keeps it out of the approval process. Student, department and class are added by default. */
  initial?(ctx: Acting, who: K['who'], input: K['apply'], valid: K['valid']): Promise<Partial<K['row']>>
  /** The refusal if a unique index already has such an application. */
  taken?: string
  /** What follows from a form that was refused, by whichever rule, in a transaction of its own. The kind is declared with `isWhole: 'late'`. */
  refused?(ctx: Ctx, form: K['form']): Promise<void>
  /** After the first submission is stored, before its approval begins. */
  stored?(ctx: Ctx, row: K['row'], who: K['who'], input: K['apply']): Promise<void>
  /** Columns where staff apply for a student, from their further input. */
  onBehalf?(more: K['more']): Partial<K['row']>

  begin?(ctx: Ctx, asks: K['begins']): Promise<K['begin']>
  /** Consequences; `row`: as it would be submitted, for the steps of its approval; null if it cannot be. */
  preview?(ctx: Ctx, who: StudentOf, asks: K['asks'], isStaff: boolean): Promise<{ answer: K['preview']; violations: readonly Violation[]; row: object | null }>
  /** Rows listed with one's own where others concern the reader as well; their own verbs are for `verbs` to say. */
  rows?(ctx: Ctx, where: { id?: string }): Promise<ReadonlyArray<K['row']>>
  /** Computed fields of one's own applications. */
  mine?(ctx: Ctx, rows: ReadonlyArray<K['row']>): Promise<(row: K['row']) => K['mine']>
  /** Verbs of the kind itself; `beside`: the computed fields. */
  verbs?(row: K['row'], beside: K['mine']): readonly string[]
  /** Why one cannot be cancelled whose state would allow it. */
  cancelProblem?(row: K['row']): Refusal | undefined
  card?(ctx: Ctx, row: K['row']): Promise<K['card']>

  /** What the approval process shows and decides by; `row` may be unsaved. */
  describe?(db: Db, row: K['row'], who: Applicant): Promise<Pick<Applied, 'title'> & { summary?: Wording; facts: Facts }>
  /** Validates an approver's edit and applies its consequences to the patch. */
  edited?(db: Db, row: K['row'], patch: Partial<K['row']>): Promise<void>
  /** Effects, in the transaction of the decision: an error leaves the task open. */
  submitted?(ctx: Decided, row: K['row']): Promise<void>
  approved?(ctx: Decided, row: K['row']): Promise<void>
  rejected?(ctx: Decided, row: K['row']): Promise<void>
  returned?(ctx: Decided, row: K['row']): Promise<void>
  withdrawn?(ctx: Decided, row: K['row']): Promise<void>
  cancelled?(ctx: Decided, row: K['row']): Promise<void>
}
