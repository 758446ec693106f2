import type { Facts, FlowSubject } from '#flow/index.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { type Applicant, applicantFacts, flowFor, kindOf, whoOf } from '../../flows/server/api.ts'
import { type FormSnapshot, INSTANCE_STATES, processInstance } from '../model/instance.ts'
import { tellDecided } from './announce.ts'
import { CasePeople } from './case-people.ts'
import { BEGINNING, type Case, type Instance, lockedCase, type Plain } from './cases.ts'
import { checkChosen } from './choose-approver.ts'
import { runHooks } from './hooks.ts'
import { actorName } from './labels.ts'
import { caseRefusal } from './refusals.ts'
import { type Acting, type Decided, runCommand } from './run-command.ts'
import { subsOf } from './subs.ts'
import { writeInstance, writeLog } from './write-case.ts'

export type Chosen = Readonly<Record<string, readonly string[]>>
export interface SubmitOptions {
  /** Who submits on somebody's behalf. */
  submittedBy?: string | null
  batchId?: string | null
  /** Approvers chosen for later steps. */
  chosen?: Chosen
}
export interface Business {
  bizType: string
  bizId: string
}
type ApplicationRow = Plain & { id: string }

/** The snapshot of a row: its form fields and all facts used by conditions. */
export async function snapshotOf(db: Db, subject: FlowSubject, row: Plain): Promise<{ snapshot: FormSnapshot; who: Applicant; studentId: string | null; title: string }> {
  const applied = await kindOf(db, subject.processType).hooks.describe(db, row)
  const who = await whoOf(db, applied.applicantId, row)
  const form = Object.fromEntries(subject.form.map(name => [name, row[name] ?? null]))
  const facts = { ...form, ...(await applicantFacts(db, who)), ...applied.facts } as Facts // fields of the form are values or lists of them
  const { title, summary = null, studentId } = applied
  const snapshot = { form, facts, summary, ...(typeof title === 'string' ? {} : { title }) }
  return { snapshot, who, studentId, title: formatWording('zh-cn', title).slice(0, 200) }
}
/** Submits a row: selects the flow by batch, department or type and starts the approval. Refuses a row already in approval. */
export async function submit(acting: Acting, subject: FlowSubject, row: ApplicationRow, options: SubmitOptions = {}): Promise<{ instanceId: string } & Decided> {
  const { db } = acting
  const { snapshot, who, studentId, title } = await snapshotOf(db, subject, row)
  const { def, version } = await flowFor(db, subject.processType, { departmentId: who.departmentId, batchId: options.batchId ?? null })
  const instance = await db.insertOrSkip(processInstance, {
    defId: def.id,
    defVersionId: version.id,
    processType: subject.processType,
    bizType: subject.entity.name,
    bizId: row.id,
    applicantId: who.applicantId,
    submittedBy: options.submittedBy ?? null,
    studentId,
    title,
    applicantName: who.name,
    formSnapshot: { ...snapshot, ...(options.batchId ? { batchId: options.batchId } : {}) },
    state: 'pending',
    flow: BEGINNING,
    startedAt: new Date().toISOString(),
  })
  if (!instance) throw caseRefusal('running', { title })
  const c: Case = {
    instance,
    state: BEGINNING,
    snapshot: instance.formSnapshot ?? snapshot,
    def,
    defNo: version.no,
    graph: version.graph,
    kind: kindOf(db, subject.processType),
    row,
    place: who,
  }
  await checkChosen(db, c, options.chosen, 'applicant')
  const decided = await runCommand(acting, c, { event: { kind: 'submit', ...(options.chosen ? { chosen: options.chosen } : {}) }, action: 'submit', isNew: true })
  return { instanceId: instance.id, ...decided }
}
/** The newest case of a row that has not ended; undefined if there is none. */
export async function runningCase(db: Db, { bizType, bizId }: Business): Promise<Instance | undefined> {
  const [found] = await db.unscoped(processInstance).all({ bizType, bizId, state: ['pending', 'returned', 'suspended'] }) // the module has checked access to its row
  return found
}
async function mustRun(db: Db, of: Business): Promise<Instance> {
  const found = await runningCase(db, of)
  if (!found) throw notFound()
  return found
}
/** Resubmits a returned application with the current row. The previous form is kept beside it (10-W11). */
export async function resubmit(
  acting: Acting,
  subject: FlowSubject,
  row: ApplicationRow,
  options: { walkAgain?: boolean; chosen?: Chosen; opinion?: string | null } = {},
): Promise<{ instanceId: string } & Decided> {
  const { id } = await mustRun(acting.db, { bizType: subject.entity.name, bizId: row.id })
  return resubmitCase(acting, await lockedCase(acting.db, await returnedOf(acting.db, id)), options)
}
/** The returned case may be a subflow of the outer one. */
async function returnedOf(db: Db, instanceId: string): Promise<string> {
  return (await subsOf(db, instanceId, true)).find(s => s.state === 'returned')?.id ?? instanceId
}
export async function resubmitCase(acting: Acting, c: Case, options: { walkAgain?: boolean; chosen?: Chosen; opinion?: string | null }): Promise<{ instanceId: string } & Decided> {
  const { db } = acting
  const earlier = c.snapshot.form
  const { snapshot, title } = await snapshotOf(db, c.kind.subject, c.row)
  c.snapshot = { ...c.snapshot, ...snapshot, earlier }
  c.instance.title = title
  await checkChosen(db, c, options.chosen, 'applicant')
  const event = { kind: 'resubmit', ...(options.walkAgain ? { walkAgain: true } : {}), ...(options.chosen ? { chosen: options.chosen } : {}) } as const
  return { instanceId: c.instance.id, ...(await runCommand(acting, c, { event, action: 'resubmit', opinion: options.opinion ?? null })) }
}
/** Withdraws the application of a row, as long as nobody has acted on it. */
export async function withdraw(acting: Acting, of: Business, opinion: string | null = null): Promise<Decided> {
  const { id } = await mustRun(acting.db, of)
  return withdrawCase(acting, await lockedCase(acting.db, id), opinion)
}
export const withdrawCase = (acting: Acting, c: Case, opinion: string | null): Promise<Decided> =>
  runCommand(acting, c, { event: { kind: 'withdraw', by: c.instance.applicantId }, action: 'withdraw', opinion })

/** Ends the application of a row on behalf of its module: while in approval, or after it was approved. */
export async function cancel(acting: Acting, of: Business, reason: string): Promise<Decided> {
  const { db } = acting
  const all = await db.unscoped(processInstance).all({ bizType: of.bizType, bizId: of.bizId, state: ['pending', 'returned', 'suspended', 'approved'] }) // the module has checked access to its row
  const found = all[0]
  if (!found) throw notFound()
  return cancelCase(acting, await lockedCase(db, found.id), { action: 'cancel', opinion: reason })
}
/** As `cancel`; after approval the engine has ended, so only the effects are undone. */
export async function cancelCase(acting: Acting, c: Case, how: { action: 'cancel' | 'void'; opinion: string; isForced?: boolean }): Promise<Decided> {
  if (c.state.state !== 'approved') return runCommand(acting, c, { event: { kind: 'void', by: acting.me.userId }, ...how })
  const { db, me } = acting
  c.state = { ...c.state, state: 'cancelled' }
  const line = {
    action: how.action,
    actorId: me.userId || null,
    from: INSTANCE_STATES.approved,
    to: INSTANCE_STATES.cancelled,
    opinion: how.opinion,
    isForced: how.isForced ?? false,
  }
  await writeInstance(db, c, new CasePeople(db, c))
  await writeLog(db, c, [line])
  await runHooks(acting, c, 'cancelled', how.opinion)
  await tellDecided(acting, c, 'cancelled', '', { action: how.action, opinion: how.opinion, by: actorName(me) })
  return { state: 'cancelled', nextStep: null }
}
