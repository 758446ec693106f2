import { type Entity, type MessageEvent, stateFields } from '#model'
import type { Db } from '../context.ts'
import { type MessageAbout, notifyAbout } from './about.ts'
import type { NotificationValue } from './notify.ts'
import { closeEach, openTodos, type TodoDraft } from './todos.ts'

type Values = Readonly<Record<string, NotificationValue>>
type Identified = { id: string }
/** Something people have to do about a row. */
export interface TodoStep<R, W> extends Pick<TodoDraft, 'priority'> {
  /** What it says, with the values that all messages about the row have. */
  text: string
  /** It stays open as long as this holds. */
  while(row: W): boolean
  /** How it was settled; by default the row's new state. */
  done?(row: W): string
  /** Where it is done. */
  link(row: R): string
  summary?(row: R): string | null
  dueAt?(row: R): string | null
  /** Told to the same people at the same time. */
  message?: MessageEvent
}
export interface RowTodos<R, S extends string, W> {
  /** Opens a step for people, and tells them. `more`: further values of its message. */
  open(db: Db, step: S, rows: readonly R[], to: (row: R) => readonly string[], more?: (row: R) => Values): Promise<void>
  /** Closes the steps that these rows, as they are now, have passed: called wherever their state changes. */
  follow(db: Db, rows: readonly W[]): Promise<void>
}
/** To-dos about rows of an entity, opened for people and closed by the state of the row. `W`: what the state is told by, where it is not all of the row. */
export function rowTodos<R extends Identified, S extends string>(
  of: Entity,
  about: MessageAbout<R>,
  steps: Readonly<Record<S, TodoStep<NoInfer<R>, NoInfer<R>>>>,
): RowTodos<R, S, R>
export function rowTodos<R extends Identified, S extends string, W extends Identified>(
  of: Entity,
  about: MessageAbout<R>,
  steps: Readonly<Record<S, TodoStep<R, W>>>,
): RowTodos<R, S, W>
export function rowTodos<R extends Identified, S extends string, W extends Identified>(
  of: Entity,
  about: MessageAbout<R>,
  steps: Readonly<Record<S, TodoStep<R, W>>>,
): RowTodos<R, S, W> {
  // to-do and message of one step are found by the same type of row
  if (about.bizType !== of.name) throw new Error(`to-dos about ${of.name} cannot send messages about ${about.bizType}`)
  const draftsOf = async (db: Db, node: S, row: R, to: readonly string[]): Promise<TodoDraft[]> => {
    const { text, link, priority = 'normal', summary, dueAt } = steps[node]
    const [title, address] = [{ text, values: filled(await about.values(row, db)) }, link(row)]
    const same = { kind: 'task', title, bizType: of.name, bizId: row.id, node, link: address, mobileLink: address, priority } as const
    return to.map(userId => ({ ...same, userId, summary: summary?.(row) ?? null, dueAt: dueAt?.(row) ?? null }))
  }
  return {
    async open(db, node, rows, to, more) {
      const { message, link } = steps[node]
      await openTodos(db, (await Promise.all(rows.map(row => draftsOf(db, node, row, to(row))))).flat())
      const told = rows.map(row => ({ row, to: to(row), link: link(row), ...(more ? { more: more(row) } : {}) }))
      if (message) await notifyAbout(db, message, about, told)
    },
    async follow(db, rows) {
      const passed = (Object.keys(steps) as S[]).flatMap(node =>
        rows.filter(row => !steps[node].while(row)).map(row => ({ bizId: row.id, node, result: steps[node].done?.(row) ?? stateLabel(of, row) })),
      )
      if (passed.length) await closeEach(db, of.name, passed)
    },
  }
}
const filled = (values: Values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']))
function stateLabel(of: Entity, row: object): string | null {
  const [name, states] = stateFields(of)[0] ?? []
  return (name && states?.labels[String((row as Readonly<Record<string, unknown>>)[name])]) || null
}
