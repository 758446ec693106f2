import { Refusal } from '#model'
import type { CaseState } from '#model/flow/index.ts'
import type { Db } from '#server/context.ts'
import { formatIssue, translate } from '#server/i18n/translate.ts'
import type { Acting } from './announce.ts'
import type { ApplicationHooks } from './application.ts'
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
/** How the business row stands; one that rests is still under approval. */
export const stateOfRow = (s: CaseState): Exclude<CaseState['state'], 'suspended'> => (s.state === 'suspended' ? (s.before ?? 'pending') : s.state)

/** The row takes on the state, its module does what follows from it, and other modules hear. What throws undoes the decision (10-W12). */
export async function runHooks(acting: Acting, c: Case, moment: Moment, opinion: string | null): Promise<void> {
  const { db } = acting
  // a flow inside another ends for that one only
  if (isSub(c) && moment !== 'returned' && !(moment === 'submitted' && c.state.round > 1)) return
  const state = moment === 'submitted' ? 'pending' : moment
  if (c.row.state !== state) c.row = await db.update(c.kind.subject.entity, c.row.id, { state })
  const hook = c.kind.hooks[HOOKS[moment]]
  if (hook) await tried(acting, () => hook({ ...effectCtx(acting, c), opinion }, c.row))
  await db.emit(moment === 'submitted' ? 'workflow.submitted' : 'workflow.decided', { ...told(c), ...(moment === 'submitted' ? {} : { state: moment, round: c.state.round }) })
}
/** Forced on from where it lay with the applicant: under approval again, without having been handed in. */
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
/** An automatic step: the module does what the flow says. */
export async function runAuto(acting: Acting, c: Case, does: string): Promise<void> {
  const auto = c.kind.hooks.autos?.[does]
  if (!auto) throw caseRefusal('effect', { why: does })
  await tried(acting, () => auto({ ...effectCtx(acting, c), opinion: null }, c.row))
}
/** A refusal of the module is the cause why the decision was not made; anything else is a fault and stays one. */
async function tried(acting: Acting, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 409) throw error
    const why = error.issues.map(issue => formatIssue(acting.lang, issue)).join('；') || translate(acting.lang, '没有说明原因')
    throw caseRefusal('effect', { why })
  }
}
