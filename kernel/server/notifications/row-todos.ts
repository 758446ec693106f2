import { type Entity, type MessageEvent, stateFields, type Wording } from '#model'
import type { Db } from '../context.ts'
import { type MessageAbout, notifyAbout, type RowNotification, valuesOf } from './about.ts'
import { closeEach, openTodos, type TodoDraft } from './todos.ts'

type Identified = { id: string }
/** Something people have to do about a row. */
export interface TodoStep<R, W> extends Pick<TodoDraft, 'priority'> {
  /** What it says, with the values of its message. */
  text: string
  /** It stays open as long as this holds. */
  while(row: W): boolean
  /** How it was settled; by default the row's new state. */
  done?(row: W): string
  /** Nothing was done about it because there is nothing to do any more: it closes as cancelled. */
  gone?(row: W): boolean
  /** Where it is done. */
  link(row: R): string
  summary?(row: R): Wording | null
  dueAt?(row: R): string | null
  /** Told to the same people at the same time. */
  message?: MessageEvent
}
/** Whom a row gives something to do; `who`, the person it is about, is named as its applicant. */
export interface RowTodo<R> extends RowNotification<R> {
  /** In place of the step's. */
  summary?: Wording | null
  dueAt?: string
}
export interface RowTodos<R, S extends string, W> {
  /** Opens a step for people, and tells them. */
  open(db: Db, step: S, asked: ReadonlyArray<RowTodo<R>>): Promise<void>
  /** Closes the steps that these rows, as they are now, have passed: called wherever their state changes. `whose`: for these users only, where others still have them to do. */
  follow(db: Db, rows: readonly W[], whose?: (row: W) => readonly string[]): Promise<void>
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
  const draftsOf = async (db: Db, node: S, asked: RowTodo<R>): Promise<TodoDraft[]> => {
    const { row, who, to = [], link = null, summary } = asked
    const { text, priority = 'normal', ...step } = steps[node]
    const title = { text, values: filled(await valuesOf(db, about, asked)) }
    const place = { bizType: of.name, bizId: row.id, node, link: link ?? step.link(row), mobileLink: link ?? step.link(row) }
    const same = { kind: 'task', title, ...place, priority, applicantName: who?.name ?? null, dueAt: asked.dueAt ?? step.dueAt?.(row) ?? null } as const
    return to.map(userId => ({ ...same, userId, summary: summary ?? step.summary?.(row) ?? null }))
  }
  return {
    async open(db, node, given) {
      const { message, link } = steps[node]
      const asked = given.map(one => ({ link: link(one.row), to: [one.who?.userId ?? []].flat(), ...one }))
      await openTodos(db, (await Promise.all(asked.map(one => draftsOf(db, node, one)))).flat())
      if (message) await notifyAbout(db, message, about, asked)
    },
    async follow(db, rows, whose) {
      const passed = (Object.entries(steps) as Array<[S, TodoStep<R, W>]>).flatMap(([node, step]) =>
        rows
          .filter(row => !step.while(row))
          .map(row => ({
            ...{ bizId: row.id, node, result: step.done?.(row) ?? stateLabel(of, row), state: step.gone?.(row) ? ('cancelled' as const) : ('done' as const) },
            ...(whose && { userIds: whose(row) }),
          })),
      )
      if (passed.length) await closeEach(db, of.name, passed)
    },
  }
}
const filled = (values: Awaited<ReturnType<typeof valuesOf>>) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']))
function stateLabel(of: Entity, row: object): string | null {
  const [name, states] = stateFields(of)[0] ?? []
  return (name && states?.labels[String((row as Readonly<Record<string, unknown>>)[name])]) || null
}
