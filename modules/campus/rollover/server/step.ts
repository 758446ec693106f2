import type { DraftOf, Entity, Row, StoredRow, Wording } from '#model'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import type { KINDS, Values } from '../model/rollover-line.ts'

export interface RolloverYears {
  fromXn: string
  toXn: string
}
/** What the affected list says of a row. */
interface About {
  title: string
  departmentId?: string | null
  /** Why somebody has to decide about it first, and where it is resolved (30-BY2). */
  exception?: { why: Wording; link: string } | undefined
}
/** A row that the run creates or changes. It is written as data, so that the run can compare versions, be repeated, and take it back. */
export interface PlannedChange extends About {
  of: Entity
  kind: keyof typeof KINDS
  key: string
  rowId: string
  rowVersion: number | null
  before: Values | null
  after: Values
}
/** A row that the run creates. `key` names it within the step, from one preview to the next. */
export const creates = <E extends Entity>(of: E, draft: DraftOf<E> & Values, about: About & { key: string }): PlannedChange => ({
  ...{ of, kind: 'create', rowId: uuidv7(), rowVersion: null, before: null, after: draft },
  ...about,
})
/** A row that the run changes or closes, at the version it has now. */
export const changes = <E extends Entity>(kind: 'change' | 'close', of: E, row: StoredRow<E> | Row<E>, after: Partial<StoredRow<E>>, about: About): PlannedChange => {
  const { id, version, ...values } = row as { id: string; version: number } & Values
  const before = Object.fromEntries(Object.keys(after).map(name => [name, values[name] ?? null]))
  return { of, kind, key: id, rowId: id, rowVersion: version, before, after: after as Values, ...about }
}
export type Direction = 'run' | 'undo'
export interface RolloverStep {
  /** `{module}.{name}` */
  code: string
  title: string
  /** Place among the steps, in tens. */
  order: number
  /** Steps that must be whole before this one begins. */
  after?: readonly string[]
  /** 30-BY1: the rows the step would create and change, as of now; `planned` has those of the steps before. Writes nothing. */
  preview(db: Db, years: RolloverYears, planned: readonly PlannedChange[]): Promise<PlannedChange[]>
  /** Values as of the day of the run. */
  atRun?(after: Values): Values
  /** Why some of these rows must not be changed now, by row id, for reasons that their versions do not show. */
  hold?(db: Db, rowIds: readonly string[], direction: Direction): Promise<ReadonlyMap<string, Wording>>
  /** What follows from the changed rows in their own module: events, derived columns. In the same transaction. */
  followed?(db: Db, rowIds: readonly string[], years: RolloverYears, direction: Direction): Promise<unknown>
}
const steps = extensionPoint<RolloverStep & Registration & { kind: 'rolloverStep' }>('rolloverStep', { id: step => step.code })
/** Registers a step of the roll-over, in the module that owns its rows. */
export const rolloverStep = (step: RolloverStep): Registration => steps.make(step)
/** Steps of the school's modules, in their order. */
export const stepsOf = (db: Db): RolloverStep[] => [...db.registered(steps)].sort((a, b) => a.order - b.order)
