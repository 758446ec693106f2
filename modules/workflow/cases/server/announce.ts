import type { MessageEvent, Phrase } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { type Notification, notify } from '#server/notifications/notify.ts'
import { closeTodosLater, openTodos, type TodoDraft, type TodoEnd } from '#server/notifications/todos.ts'
import { LOG_ACTIONS } from '../model/instance.ts'
import { FLOW_MESSAGES } from '../model/messages.ts'
import type { CasePeople } from './case-people.ts'
import { type Case, deputyLink, linkOf, nodeName } from './cases.ts'
import { type Deputies, deputiesOf } from './deputies.ts'
import type { ChangedTask, LogAction } from './write-case.ts'

export type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
/** Values of a message about an action: its name, the actor, the opinion. */
export interface Said {
  action: LogAction
  opinion: string | null
  /** Actor as text, e.g. 李（代王）; a phrase, translated per reader, where the system acted. */
  by: string | Phrase
}
/** Step name in a todo, made unique where two steps share a name. */
export const todoNode = (c: Pick<Case, 'graph'>, node: string): string => {
  const name = nodeName(c.graph, node)
  return c.graph.nodes.some(n => n.id !== node && n.name === name) ? `${name}（${node}）` : name
}
/** The title of a case, translatable. */
const titleOf = ({ snapshot, instance }: Pick<Case, 'snapshot' | 'instance'>): string | Phrase => snapshot.title ?? instance.title
export const deputyTitle = (owner: string, title: string | Phrase): Phrase => ({ text: '代{owner}：{title}', values: { owner, title } })
export const deputyNode = (c: Pick<Case, 'graph'>, node: string, ownerName: string): string => `${todoNode(c, node)}（代${ownerName}）`
const RETURNED = '退回修改'
const of = (c: Case) => ({ bizType: c.kind.subject.entity.name, bizId: c.row.id })
const HANDED: ReadonlySet<LogAction> = new Set(['transfer', 'reassign', 'moved', 'handover', 'timeout'])
/** A deputy may not decide their own application either (10-W5). */
const mayAct = (c: Pick<Case, 'instance'>, deputies: readonly string[] = []): string[] => deputies.filter(id => id !== c.instance.applicantId)
/** These people and their deputies of today. */
export async function withDeputies(db: Db, c: Pick<Case, 'instance'>, userIds: readonly string[]): Promise<string[]> {
  const deputies = await deputiesOf(db, userIds, c.instance.processType)
  return userIds.flatMap(id => [id, ...mayAct(c, deputies.get(id))])
}
function endOf({ task }: ChangedTask, action: LogAction): TodoEnd[1] {
  if (task.state === 'cancelled') return HANDED.has(action) ? 'transferred' : 'cancelled'
  return task.state === 'waiting' || task.state === 'delegated' || task.action === 'transfer' ? 'transferred' : 'done'
}
/** Syncs todos with the open tasks: closes those no longer due, opens new ones, for assignees and their deputies. */
export async function moveTodos({ db }: Acting, c: Case, changed: readonly ChangedTask[], deputies: Deputies, known: CasePeople, said: Said): Promise<void> {
  const closed = changed.filter(t => t.before?.state === 'todo' && t.task.state !== 'todo')
  const opened = changed.filter(t => t.task.state === 'todo' && t.before?.state !== 'todo')
  const groups = Map.groupBy(closed, t => `${t.task.node}\n${endOf(t, said.action)}`)
  const ends = [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const end = endOf(first, said.action)
    const owners = group.map(t => t.task.userId)
    const nodes = owners.filter(id => deputies.has(id)).map(id => deputyNode(c, first.task.node, known.nameOf(id)))
    return [
      closeTodosLater(db, { ...of(c), node: todoNode(c, first.task.node), userIds: owners }, end, LOG_ACTIONS[said.action]),
      ...nodes.map(node => closeTodosLater(db, { ...of(c), node }, end, LOG_ACTIONS[said.action])),
    ]
  })
  const drafts = opened.flatMap(t => [todoOf(c, t, t.task.userId, known), ...mayAct(c, deputies.get(t.task.userId)).map(id => todoOf(c, t, id, known))])
  await Promise.all([...ends, openTodos(db, drafts)])
}
function todoOf(c: Case, { task, dueAt }: ChangedTask, userId: string, known: CasePeople): TodoDraft {
  const isDeputy = userId !== task.userId
  const owner = known.nameOf(task.userId)
  return {
    userId,
    kind: 'approval',
    title: isDeputy ? deputyTitle(owner, titleOf(c)) : titleOf(c),
    ...of(c),
    node: isDeputy ? deputyNode(c, task.node, owner) : todoNode(c, task.node),
    link: isDeputy ? deputyLink(c.instance.id, task.userId) : linkOf(c.instance.id),
    dueAt,
    applicantName: c.instance.applicantName,
    summary: c.snapshot.summary ?? null,
  }
}
/** A returned application is a todo of the applicant until it is resubmitted or ends. */
export async function moveReturned({ db }: Acting, c: Case, before: string | undefined): Promise<void> {
  const now = c.state.state
  if (now === before || now === 'suspended' || before === 'suspended') return
  if (before === 'returned')
    await closeTodosLater(db, { ...of(c), node: RETURNED }, now === 'pending' ? 'done' : 'cancelled', LOG_ACTIONS[now === 'pending' ? 'resubmit' : 'withdraw'])
  if (now !== 'returned') return
  const people = applicants(c)
  await openTodos(
    db,
    people.map(userId => ({
      userId,
      kind: 'task',
      title: titleOf(c),
      ...of(c),
      node: RETURNED,
      link: c.kind.hooks.link(c.row),
      mobileLink: c.kind.hooks.mobileLink?.(c.row) ?? null,
    })),
  )
}
export const applicants = (c: Pick<Case, 'instance'>): string[] => [...new Set([c.instance.applicantId, c.instance.submittedBy].filter(id => id !== null))]

type Values = NonNullable<Notification['values']>
/** Names of built-in steps are translated for the reader; names given by the school stay as written. */
const valuesOf = (c: Case, node: string, more: Values = {}): Values => ({ title: titleOf(c), applicant: c.instance.applicantName ?? '', node: { text: node }, ...more })
export const tellOf = (acting: Acting, c: Case, event: MessageEvent, to: readonly string[], node: string, more: Values = {}): Promise<void> =>
  notify(acting.db, event, { to, values: valuesOf(c, node, more), ...of(c), link: linkOf(c.instance.id) })

/** Opinions written by people stay as they are; texts of the system are translated for the reader. */
const spoken = ({ me }: Acting, { by, opinion }: Said, none: string): Values => ({ by, opinion: opinion && !me.userId ? { text: opinion } : (opinion ?? none) })

/** Notifies new assignees; for a transferred task the message names who transferred it. */
export async function tellOpened(acting: Acting, c: Case, changed: readonly ChangedTask[], said: Said): Promise<void> {
  const opened = changed.filter(t => t.task.state === 'todo' && t.before?.state !== 'todo' && t.task.userId !== acting.me.userId)
  const isHanded = HANDED.has(said.action)
  for (const [node, tasks] of Map.groupBy(opened, t => t.task.node)) {
    const owners = tasks.map(t => t.task.userId)
    const event = isHanded && tasks.some(t => !t.before) ? FLOW_MESSAGES.reassigned : FLOW_MESSAGES.arrived
    await tellOf(acting, c, event, await withDeputies(acting.db, c, owners), nodeName(c.graph, node), spoken(acting, said, ''))
  }
}
const DECIDED = { approved: FLOW_MESSAGES.approved, rejected: FLOW_MESSAGES.rejected, returned: FLOW_MESSAGES.returned, cancelled: FLOW_MESSAGES.cancelled } as const
/** Notifies the applicant, and the submitter if different, of the outcome. */
export async function tellDecided(acting: Acting, c: Case, state: string, node: string, said: Said): Promise<void> {
  const event = (DECIDED as Readonly<Record<string, MessageEvent>>)[state]
  if (event)
    await tellOf(
      acting,
      c,
      event,
      applicants(c).filter(id => id !== acting.me.userId),
      node,
      spoken(acting, said, '—'),
    )
}
