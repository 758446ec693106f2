import { type Action, type Entity, notAllowed, outputFields, refusalOf, stateAllows } from '#model'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { attachFiles } from '#server/files/attachments.ts'
import type { OwnRows } from '#server/records/own-rows.ts'
import { cancel, resubmit, type SubmitOptions, submit, withdraw } from '../../cases/server/api.ts'
import { mustBePresent } from './applicants.ts'
import { casesOf } from './progress.ts'
import type { Acting, ActionSet, AnyKind, AnyRow, Serving } from './serving.ts'
import { refuseWith } from './violations.ts'

/** A kind of application at work: its entity and actions with what its module adds. */
export interface Work {
  of: Entity
  actions: ActionSet
  serve: Serving<AnyKind>
  own: OwnRows<Entity>
}
export interface Submission<R = Plain> extends SubmitOptions {
  /** Columns set by the caller. */
  given?: Partial<R>
  isStaff?: boolean
}
export interface Submitted {
  id: string
  instanceId: string | null
  nextStep: string | null
}
type Plain = Record<string, unknown>
/** Row and progress as the actions answer them. */
const answerOf = ({ actions }: Work, row: AnyRow, { instanceId, nextStep }: { instanceId: string | null; nextStep: string | null } = NO_PROCESS): Submitted => ({
  ...only(outputFields(actions.apply.output), row),
  id: row.id,
  instanceId,
  nextStep,
})
const NO_PROCESS = { instanceId: null, nextStep: null }

interface Preparing {
  input?: Plain
  row?: AnyRow
  lock: boolean
}
/** Who applies and what for: by default the caller as a student, present if the application is to be stored. */
export async function prepared(work: Work, ctx: Acting, { input, row, lock }: Preparing): Promise<unknown> {
  const { actions, serve } = work
  if (serve.prepare) return serve.prepare(ctx, { input: input ?? null, row: row ?? null, lock })
  const who = await selfStudent(ctx, { lock })
  if (lock) admit(work, actions.apply, who)
  return who
}
/** Refuses a student who may not apply. */
export const admit = ({ serve }: Pick<Work, 'serve'>, of: Action, who: StudentOf): void => (serve.admit ? serve.admit(who) : mustBePresent(of, who))
/** Students' rows are theirs, and keep college and class of the time. */
function ownerColumns({ of, serve }: Work, who: unknown): Plain {
  if (serve.prepare) return {}
  const { id, departmentId, classId } = who as StudentOf // what `prepare` loads by default
  return { studentId: id, ...(of.fields.departmentId ? { departmentId } : {}), ...(of.fields.classId ? { classId } : {}) }
}
async function insert({ of, actions, serve }: Work, db: Db, draft: Plain): Promise<AnyRow> {
  const row = serve.taken ? await db.insertOrSkip(of, draft) : await db.insert(of, draft)
  if (!row) throw refusalOf(actions.apply, serve.taken ?? '')
  return row as AnyRow
}
/** Transactions whose submission has been validated here. */
const validated = new WeakSet<Db>()
/** Validates what its applicant resubmits on the page of the case, without the action of the kind. */
export async function revalidate(work: Work, ctx: Acting, row: AnyRow): Promise<void> {
  const { actions, serve, own } = work
  if (!serve.formOf || validated.has(ctx.db) || !own.owns(ctx.me, row)) return
  const who = await prepared(work, ctx, { row, lock: true })
  const { violations } = await serve.validate(ctx, who, serve.formOf(row), { row, given: {}, isStaff: false })
  refuseWith(actions.apply, violations)
}
/** 10-W18: the end of a round finds the applications made in it by their cases; a flow may be bound to it, too. */
export const roundOf = (row: object): Pick<SubmitOptions, 'batchId'> => ('batchId' in row && typeof row.batchId === 'string' ? { batchId: row.batchId } : {})
/** Validates and stores an application and starts its approval. `who` is locked, so that concurrent ones are serialized. */
export async function submitNew(work: Work, ctx: Ctx, who: unknown, input: Plain, { given = {}, isStaff = false, ...options }: Submission = {}): Promise<Submitted> {
  const { of, actions, serve } = work
  const valid = await serve.validate(ctx, who, input, { row: null, given, isStaff })
  refuseWith(actions.apply, valid.violations)
  validated.add(ctx.db)
  const draft = await serve.draft(input, valid, who, { ctx, row: null })
  const initial = await serve.initial?.(ctx, who, input, valid)
  const row = await insert(work, ctx.db, { state: 'pending', ...draft, ...ownerColumns(work, who), ...initial, ...given })
  await attachFiles(ctx.db, of, row.id, draft)
  await serve.stored?.(ctx, row, who, input)
  return answerOf(work, row, serve.subject && row.state === 'pending' ? await submit(ctx, serve.subject, row, { ...roundOf(row), ...options }) : undefined)
}
/** Validates a returned application anew, with its changed form, and continues its approval. */
export async function submitAgain(work: Work, ctx: Ctx, { id: given, ...form }: Plain): Promise<Submitted> {
  const id = String(given)
  const { of, actions, serve, own } = work
  const who = await prepared(work, ctx, { row: (await own.find(ctx, id)) as AnyRow, lock: true })
  const row = (await own.lock(ctx, id)) as AnyRow
  mustAllow(of, row, 'resubmit')
  const valid = await serve.validate(ctx, who, form, { row, given: {}, isStaff: false })
  refuseWith(actions.apply, valid.violations)
  validated.add(ctx.db)
  const draft = await serve.draft(form, valid, who, { ctx, row })
  const changed = (await ctx.db.update(of, id, draft)) as AnyRow
  await attachFiles(ctx.db, of, id, draft)
  return answerOf(work, changed, serve.subject && (await resubmit(ctx, serve.subject, changed)))
}
/** Refuses an action that the row's state does not allow. */
export function mustAllow(of: Entity, row: AnyRow, action: string): void {
  if (!stateAllows(of, row, action)) throw notAllowed(of, row, action as never) // the verbs of a kind's states are known to its module only
}
const businessOf = ({ of }: Work, { id }: AnyRow) => ({ bizType: of.name, bizId: id })
const isInProcess = async (work: Work, db: Db, row: AnyRow): Promise<boolean> => Boolean(work.serve.subject && (await casesOf(db, work.of.name, [row.id])).size)

/** Withdraws an application as long as nobody has acted on it. */
export async function takeBack(work: Work, ctx: Ctx, row: AnyRow): Promise<void> {
  mustAllow(work.of, row, 'withdraw')
  if (await isInProcess(work, ctx.db, row)) return void (await withdraw(ctx, businessOf(work, row)))
  await work.serve.withdrawn?.({ ...ctx, opinion: null }, (await ctx.db.update(work.of, row.id, { state: 'withdrawn' })) as AnyRow)
}
/** Cancels an approved application; one that was recorded without an approval process is ended directly. */
export async function cancelApproved(work: Work, acting: Acting, row: AnyRow, reason: string): Promise<void> {
  const { of, serve } = work
  if (of.fields.cancelReason) await acting.db.update(of, row.id, { cancelReason: reason.slice(0, 200) })
  if (await isInProcess(work, acting.db, row)) return void (await cancel(acting, businessOf(work, row), reason))
  await acting.db.update(of, row.id, { state: 'cancelled' })
  await serve.cancelled?.({ ...acting, opinion: reason }, row)
}
