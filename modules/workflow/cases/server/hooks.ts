import type { CaseState } from '#flow/index.ts'
import { Refusal } from '#model'
import type { Db } from '#server/context.ts'
import { formatIssue, translate } from '#server/i18n/translate.ts'
import type { ApplicationHooks } from '../../flows/server/api.ts'
import type { Acting } from './announce.ts'
import type { Case } from './cases.ts'
import { caseRefusal } from './refusals.ts'

type Moment = 'submitted' | 'approved' | 'rejected' | 'returned' | 'withdrawn' | 'cancelled'
const HOOKS = {
  submitted: 'onSubmitted',
  approved: 'onApproved',
  rejected: 'onRejected',
  returned: 'onReturned',
  withdrawn: 'onWithdrawn',
  cancelled: 'onCancelled',
} as const satisfies Record<Moment, keyof ApplicationHooks>
const isSub = (c: Case): boolean => c.snapshot.rowId !== undefined
/** State of the business row; a suspended case is still in approval. */
export const stateOfRow = (s: CaseState): Exclude<CaseState['state'], 'suspended'> => (s.state === 'suspended' ? (s.before ?? 'pending') : s.state)

/** Updates the row's state, runs the module's callbacks and emits events. An error rolls the decision back (10-W12). */
export async function runHooks(acting: Acting, c: Case, moment: Moment, opinion: string | null): Promise<void> {
  const { db } = acting
  // a subflow's own end does not end the application
  if (isSub(c) && moment !== 'returned' && !(moment === 'submitted' && c.state.round > 1)) return
  const state = moment === 'submitted' ? 'pending' : ((moment === 'cancelled' ? undefined : c.kind.hooks.states?.[moment]) ?? moment)
  if (c.row.state !== state) c.row = await db.update(c.kind.subject.entity, c.row.id, { state })
  const hook = c.kind.hooks[HOOKS[moment]]
  if (hook) await tried(acting, () => hook({ ...effectCtx(acting, c), opinion }, c.row))
  await db.emit(moment === 'submitted' ? 'workflow.submitted' : 'workflow.decided', { ...told(c), ...(moment === 'submitted' ? {} : { state: moment, round: c.state.round }) })
}
/** An administrator forced a returned case on: back in approval without a resubmission. */
export async function reopenRow(db: Db, c: Case): Promise<void> {
  c.row = await db.update(c.kind.subject.entity, c.row.id, { state: 'pending' })
}
const told = ({ instance, kind, row }: Case) => ({
  instanceId: instance.id,
  processType: instance.processType,
  bizType: kind.subject.entity.name,
  bizId: row.id,
  applicantId: instance.applicantId,
  studentId: instance.studentId,
})
const effectCtx = ({ db, me, lang }: Acting, c: Case) => ({ db, me, lang, instanceId: c.instance.id })
/** Runs an automatic step in the module. */
export async function runAuto(acting: Acting, c: Case, does: string): Promise<void> {
  const auto = c.kind.hooks.autos?.[does]
  if (!auto) throw caseRefusal('effect', { why: does })
  await tried(acting, () => auto({ ...effectCtx(acting, c), opinion: null }, c.row))
}
/** A refusal by the module becomes the cause shown; any other error is rethrown. */
async function tried(acting: Acting, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 409) throw error
    const why = error.issues.map(issue => formatIssue(acting.lang, issue)).join('；') || translate(acting.lang, '没有说明原因')
    throw caseRefusal('effect', { why })
  }
}
