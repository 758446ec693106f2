import { Refusal } from '#model'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { jumpCase, reassignTask, resumeCase, suspendCase, voidCase } from '../../cases/model/decide.ts'
import { INSTANCE_STATES, processInstance } from '../../cases/model/instance.ts'
import {
  type Acting,
  type Case,
  type CaseCommand,
  cancelCase,
  caseRefusal,
  type Decided,
  lockedByTask,
  lockedCase,
  nodeName,
  ownsProcess,
  personsOf,
  readingOf,
  runCommand,
} from '../../cases/server/api.ts'

/** Power over a process extends to the data scope of the role, and for owners to the whole process; outside it the answer is "not found" or "not permitted". */
async function within(ctx: Acting, instanceId: string): Promise<Case> {
  const c = await lockedCase(ctx.db, instanceId)
  if (ownsProcess(c, ctx.me.userId) || (await ctx.db.visible(processInstance).count({ id: c.instance.id }))) return c
  throw (await readingOf(ctx, c.instance)) ? new Refusal(403, [{ rule: 'access.noPermission', text: '没有这项操作的权限' }]) : notFound()
}
/** Forced actions require a reason and are shown red in the record. */
async function force(ctx: Acting, c: Case, deed: Omit<CaseCommand, 'isForced'>, reason: string): Promise<Decided> {
  // nobody may administer their own application
  if (c.instance.applicantId === ctx.me.userId) throw caseRefusal('mayNot', { action: '强制处理' })
  return runCommand(ctx, c, { ...deed, opinion: reason, isForced: true })
}
const suspend = handle(suspendCase, async (ctx, { instanceId, reason }) => {
  const c = await within(ctx, instanceId)
  if (c.state.state === 'suspended') throw caseRefusal('suspended')
  return force(ctx, c, { event: { kind: 'suspend', by: ctx.me.userId }, action: 'suspend' }, reason)
})
const resume = handle(resumeCase, async (ctx, { instanceId, reason }) =>
  force(ctx, await within(ctx, instanceId), { event: { kind: 'resume', by: ctx.me.userId }, action: 'resume' }, reason),
)
const jump = handle(jumpCase, async (ctx, { instanceId, reason, to }) => {
  const c = await within(ctx, instanceId)
  return force(ctx, c, { event: { kind: 'jump', by: ctx.me.userId, to }, action: 'jump', to: nodeName(c.graph, to) }, reason)
})
const reassign = handle(reassignTask, async (ctx, { instanceId, taskId, userId, reason }) => {
  const c = await within(ctx, instanceId)
  const { c: of, held } = await lockedByTask(ctx.db, taskId)
  if (of.instance.id !== c.instance.id) throw notFound()
  const person = (await personsOf(ctx.db, [userId])).get(userId)
  if (!person || person.isStudent) throw caseRefusal('receiver', { name: person?.name ?? '—', why: '不是教职工' }, 'userId')
  return force(ctx, c, { event: { kind: 'reassign', task: held.task.no, to: userId, by: ctx.me.userId }, action: 'reassign', held, to: person.name }, reason)
})
const end = handle(voidCase, async (ctx, { instanceId, reason }) => {
  const c = await within(ctx, instanceId)
  if (c.instance.applicantId === ctx.me.userId) throw caseRefusal('mayNot', { action: '作废' })
  // what has been approved ends by the rules of its own module, not from here
  if (c.state.state === 'approved') throw caseRefusal('ended', { state: INSTANCE_STATES.approved, action: '作废' })
  return cancelCase(ctx, c, { action: 'void', opinion: reason, isForced: true })
})
export default [suspend, resume, jump, reassign, end]
