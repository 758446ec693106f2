import { type CaseEvent, type CaseState, type Effect, isAsking } from '#flow/index.ts'
import type { Db } from '#server/context.ts'
import { workMinutes } from '../../flows/server/api.ts'
import { type Acting, moveReturned, moveTodos, type Said, tellDecided, tellOpened } from './announce.ts'
import { type CasePeople, judge, loadCasePeople } from './case-people.ts'
import { type Case, type Held, nodeName, stepNamed } from './cases.ts'
import { copyAtStep } from './copies.ts'
import { deputiesOf } from './deputies.ts'
import { reopenRow, runAuto, runHooks, stateOfRow } from './hooks.ts'
import { lineOf, nextStepOf, saidBy, sideLines } from './labels.ts'
import { caseRefusal, spoken } from './refusals.ts'
import { endSubs, startSubs, tellParent } from './subs.ts'
import { forgetWaits, isOverAlready, keepWaits } from './waits.ts'
import { type Acted, changedTasks, type LogAction, type LogLine, writeInstance, writeLog, writeTasks } from './write-case.ts'

export type { Acting } from './announce.ts'
/** Person the deputy acts for (10-W15). */
export type OnBehalf = { id: string; name: string } | null
/** An action on a case. */
export interface CaseCommand {
  event: CaseEvent
  action: LogAction
  held?: Held
  /** The step it is about, where there is no task. */
  node?: string
  onBehalfOf?: OnBehalf
  opinion?: string | null
  /** Target of the action, as recorded. */
  to?: string | null
  diff?: LogLine['diff']
  signature?: readonly string[] | null
  isForced?: boolean
  /** First submission: there is no previous state. */
  isNew?: boolean
  /** A subflow that is no longer waited for: no notifications. */
  isQuiet?: boolean
}
export interface Decided {
  state: CaseState['state']
  nextStep: string | null
}
/** Runs an action in the caller's transaction: engine, then case, tasks, record, todos, messages, the business row and the module's callbacks. */
export async function runCommand(acting: Acting, c: Case, deed: CaseCommand): Promise<Decided> {
  const { db } = acting
  const known = await loadCasePeople(db, c, deed.event, deed.isNew)
  const before = deed.isNew ? undefined : c.state
  const effects = await settle(db, c, deed, known)
  const said = saidBy(acting, deed)
  const acted = await actedOn(db, c, deed)
  const changed = await changedTasks(db, c, before?.tasks ?? [])
  const owners = changed.map(t => t.task.userId)
  const deputies = await deputiesOf(db, owners, c.instance.processType)
  await writeInstance(db, c, known)
  // these writes are queued and go in one round trip with the next statement
  await Promise.all([
    writeTasks(db, c, changed, acted),
    writeLog(db, c, [lineOf(acting, c, deed, before), ...sideLines(effects, changed)]),
    moveTodos(acting, c, changed, deputies, known, said),
    moveReturned(acting, c, before?.state),
    keepWaits(db, c, effects),
    forgetWaits(db, c, effects),
  ])
  await copyAtStep(acting, c, effects, known)
  await tellOpened(acting, c, changed, said)
  await endSubs(acting, c, effects)
  await follow(acting, c, deed, before, said)
  await runAutos(acting, c, effects)
  await startSubs(acting, c, effects)
  if (!deed.isQuiet) await tellParent(acting, c)
  return { state: c.state.state, nextStep: nextStepOf(acting.lang, c.instance) }
}
/** Applies the event and what follows automatically: waits already over. */
async function settle(db: Db, c: Case, deed: CaseCommand, known: CasePeople): Promise<Effect[]> {
  const effects: Effect[] = [...(await step(db, c, deed.event, known, deed.isNew))]
  for (let at = 0; at < effects.length; at++) {
    const effect = effects[at]
    if (effect?.kind === 'wait' && isOverAlready(c, effect.node)) effects.push(...(await step(db, c, { kind: 'waited', node: effect.node }, known)))
  }
  return effects
}
async function step(db: Db, c: Case, event: CaseEvent, known: CasePeople, isNew = false): Promise<readonly Effect[]> {
  const judged = await judge(c, event, known, isNew)
  if (!judged.ok) throw await spoken(db, c, judged.refusal, known)
  c.state = judged.state
  refuseUnchosen(c, judged.effects)
  return judged.effects
}
/** Refuses a step whose approvers were to be chosen and were not. */
function refuseUnchosen(c: Case, effects: readonly Effect[]): void {
  for (const effect of effects) {
    const node = effect.kind === 'nobody' ? stepNamed(c.graph, effect.node) : undefined
    if (node && isAsking(node) && node.approvers.by === 'chosen' && !c.state.chosen?.[node.id]?.length) throw caseRefusal('choose', { node: node.name }, 'chosen')
  }
}
/** Automatic steps: runs them in the module and continues the case. */
async function runAutos(acting: Acting, c: Case, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    if (effect.kind !== 'auto' || !c.state.places.some(p => p.node === effect.node)) continue
    await runAuto(acting, c, effect.does)
    await runCommand(acting, c, { event: { kind: 'autoDone', node: effect.node }, action: 'passed', node: effect.node })
  }
}
async function actedOn(db: Db, c: Case, { held, action, opinion, signature }: CaseCommand): Promise<Acted | undefined> {
  const task = held && c.state.tasks.find(t => t.no === held.task.no)
  if (!held || task?.state !== 'done') return undefined
  return {
    no: task.no,
    action: task.action === 'autoApprove' || task.action === 'autoReject' ? task.action : action,
    opinion: opinion ?? null,
    signature: signature ?? null,
    workMin: await workMinutes(db, new Date(held.arrivedAt), new Date()),
  }
}
/** Updates the business row and module and notifies the applicant, only if the action changed something. */
async function follow(acting: Acting, c: Case, deed: CaseCommand, before: CaseState | undefined, said: Said): Promise<void> {
  const was = before && stateOfRow(before)
  const isHandedIn = deed.event.kind === 'submit' || deed.event.kind === 'resubmit'
  if (isHandedIn) await runHooks(acting, c, 'submitted', said.opinion)
  const now = stateOfRow(c.state)
  if (now === was || now === 'pending') return isHandedIn || now === was ? undefined : reopenRow(acting.db, c)
  await runHooks(acting, c, now, said.opinion)
  await tellDecided(acting, c, now, deed.held ? nodeName(c.graph, deed.held.task.node) : '', said)
}
