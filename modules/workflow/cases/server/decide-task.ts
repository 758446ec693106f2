import type { CaseEvent } from '#flow/index.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { processTask } from '../model/instance.ts'
import { readingOf } from './access.ts'
import { personsOf } from './case-people.ts'
import { type Case, type Held, lockedByTask, nodeName, type Plain } from './cases.ts'
import { checkChosen } from './choose-approver.ts'
import { isDeputy } from './deputies.ts'
import { editForm, refuseMissing, refuseSingle, refuseUnsaid } from './form-edit.ts'
import { caseRefusal, taken } from './refusals.ts'
import { type Acting, type Decided, type OnBehalf, runCommand } from './run-command.ts'
import type { Chosen } from './submit.ts'

export interface Turn {
  c: Case
  held: Held
  onBehalfOf: OnBehalf
}
/** The caller's own task or one of somebody they are deputy for (10-W15), locked until it is decided. */
export async function myTurn(acting: Acting, taskId: string): Promise<Turn> {
  const { c, held } = await lockedByTask(acting.db, taskId)
  return { c, held, onBehalfOf: await mayAct(acting, c, held) }
}
/** The person represented, null when acting for oneself; refuses anybody who may not act. */
export async function mayAct({ db, me }: Acting, c: Case, { task }: Pick<Held, 'task'>): Promise<OnBehalf> {
  const isMine = task.userId === me.userId
  const isTheirs = !isMine && me.userId !== c.instance.applicantId && (await isDeputy(db, me.userId, task.userId, c.instance.processType))
  if (!isMine && !isTheirs) throw (await readingOf({ db, me }, c.instance)) ? caseRefusal('notYours') : notFound()
  if (task.state !== 'todo') throw await taken(db, c, task.no)
  if (isMine) return null
  return { id: task.userId, name: (await personsOf(db, [task.userId])).get(task.userId)?.name ?? '' }
}
export interface Decision {
  taskId: string
  action: 'approve' | 'reject' | 'return'
  opinion?: string | null
  signature?: readonly string[] | null
  fields?: Plain | null
  chosen?: Chosen | null
  /** Where it is returned to: a step that was passed, or `applicant`. */
  to?: string
  walkAgain?: boolean | null
  /** Batch decision: steps that require input or a signature per application are refused. */
  inBulk?: true
}
/** 同意, 驳回 or 退回: checks required fields, applies permitted edits, and runs the engine. */
export async function decideTask(acting: Acting, of: Decision): Promise<Decided> {
  const { c, held, onBehalfOf } = await myTurn(acting, of.taskId)
  const { task } = held
  const opinion = of.opinion ?? null
  const signature = of.signature ?? null
  if (of.inBulk && of.action === 'approve') refuseSingle(c, task.node)
  refuseUnsaid(c, task.node, { opinion, signature, isNegative: of.action !== 'approve', needsSign: of.action !== 'return' })
  const diff = of.fields ? await editForm(acting, c, task.node, of.fields) : null
  if (of.action === 'approve') refuseMissing(c, task.node)
  if (signature?.length) await attachFiles(acting.db, processTask, held.id, { signature })
  await checkChosen(acting.db, c, of.chosen, { node: task.node })
  const to = of.action === 'return' ? (of.to === 'applicant' ? '申请人' : nodeName(c.graph, of.to ?? '')) : null
  return runCommand(acting, c, { event: eventOf(of, task.no, task.userId), action: of.action, held, onBehalfOf, opinion, signature, diff, to })
}
/** The engine identifies a task by its assignee; the actual actor stands in the record. */
export function eventOf(of: Pick<Decision, 'action' | 'chosen' | 'to' | 'walkAgain'>, no: number, by: string): CaseEvent {
  if (of.action === 'reject') return { kind: 'reject', task: no, by }
  if (of.action === 'return') return { kind: 'return', task: no, by, to: of.to ?? 'applicant', ...(of.walkAgain ? { walkAgain: true } : {}) }
  return { kind: 'approve', task: no, by, ...(of.chosen ? { chosen: of.chosen } : {}) }
}
