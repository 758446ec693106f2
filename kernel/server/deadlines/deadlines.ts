import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Entity, Row, StoredRow } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import type { Db } from '../context.ts'
import { columnName, columnsOf } from '../data/columns.ts'
import { type ScheduledJob, scheduledJob } from '../jobs/scheduled-job.ts'
import type { Patch, WriteOptions } from '../row-types.ts'

/** Something that happens to rows of an entity when their time comes. */
export interface Deadline {
  /** Acts on what is due and returns how many rows it changed. */
  (db: Db, now?: number): Promise<number>
  /** Query of the rows that may be due in a school (`$1`). */
  readonly candidates: string
}
const deadline = (candidates: string, run: (db: Db, now: number) => Promise<number>): Deadline =>
  Object.assign((db: Db, now = Date.now()) => db.tx(tx => run(tx, now)), { candidates })
type FieldOf<E> = keyof StoredRow<E> & string
interface Common extends Pick<WriteOptions<'id'>, 'history' | 'bookkeeping'> {
  /** SQL condition on the entity's table, as `t`: rows that are watched. */
  when: string
}
interface Move<E extends Entity> extends Common {
  /** Field of the moment. */
  at: FieldOf<E>
  /** Milliseconds before the moment at which it is due. */
  before?: number
  /** Not any more once the moment itself has passed: for reminders. */
  untilThen?: true
  /** New values, which end `when`; a function gets the present moment, and may read the school's settings. */
  set: Patch<E> | ((now: string, db: Db) => Patch<E> | Promise<Patch<E>>)
  /** What follows, in the same transaction. The rows have their new values. */
  act?(db: Db, rows: ReadonlyArray<Row<E>>, now: number): Promise<void>
}
interface Escalation<E extends Entity, K extends string> extends Common {
  /** Field of the moment, or one for each mark. */
  at: FieldOf<E> | Readonly<Record<K, FieldOf<E>>>
  /** Marks, in the order in which they are passed. */
  marks: readonly K[]
  /** Milliseconds from the moment to each mark, never before it, default 0; null for a mark that the school does not use. */
  after?: (db: Db) => Promise<Readonly<Record<K, number | null>>>
  /** Field that keeps the last mark passed: a text has the mark, a number how many. */
  reached: FieldOf<E>
  /** Further new values. */
  set?: Partial<StoredRow<E>>
  /** After downtime only the last of several marks is acted on. */
  lastOnly?: true
  /** Acts on a mark that these rows have passed, in the same transaction, once for each row and mark. The rows have their new values. */
  reach(db: Db, mark: K, rows: ReadonlyArray<Row<E>>, now: number): Promise<void>
}
interface Countdown<E extends Entity> extends Common, Required<Pick<Move<E>, 'at' | 'act'>> {
  /** Days before the moment. */
  days: readonly number[]
  /** Text field that keeps the days of the last reminder. */
  reached: FieldOf<E>
}
/** Rows handled in one run; the next one goes on. */
const MOST = 2000
const columnOf = (of: Entity, field: string): string => `t.${columnName(of, field)}`
const candidatesOf = (of: Entity, condition: string): string => `select from ${columnsOf(of).table} t where t.tenant_id = $1 and ${condition}`
/** A moment as a field of `of` has it. A day begins at midnight at school: the ISO text of an instant would be cut to its day in UTC. */
const asIn = (of: Entity, field: string, at: number): string => (of.fields[field]?.kind === 'date' ? schoolDate(at) : new Date(at).toISOString())
const optionsOf = ({ history, bookkeeping }: Omit<Common, 'when'>) => ({ ...(history === false && { history }), ...(bookkeeping && { bookkeeping }) })
/** Locks due rows until the transaction ends; rows locked by others are left to the next run, so that nobody who acts at this moment is overtaken. */
function lockDue<T extends object>(db: Db, of: Entity, columns: Sql, condition: Sql, order: string): Promise<T[]> {
  return db.query<T>(sql`select t.id, ${columns} from ${raw(columnsOf(of).table)} t where t.tenant_id = ${db.me.tenantId} and ${condition}
    order by ${raw(order)}, t.id limit ${MOST} for update of t skip locked`)
}
const rowsOf = <E extends Entity>(db: Db, of: E, ids: readonly string[]): Promise<Array<Row<E>>> => db.unscoped(of).all({ id: ids } as never) // the clock acts on all rows

/** Rows whose moment has come get new values, and what follows from that. */
export function whenDue<E extends Entity>(of: E, { when, at, before = 0, untilThen, set, act, ...options }: Move<E>): Deadline {
  const column = columnOf(of, at)
  return deadline(candidatesOf(of, `(${when}) and ${column} <= now() + interval '${before} milliseconds'`), async (db, now) => {
    const open = untilThen ? sql`and ${raw(column)} >= ${asIn(of, at, now)}` : raw('')
    const due = await lockDue<{ id: string }>(db, of, sql`null`, sql`(${raw(when)}) and ${raw(column)} <= ${asIn(of, at, now + before)} ${open}`, column)
    if (!due.length) return 0
    const ids = due.map(d => d.id)
    await db.updateWhere(of, sql`t.id = any(${ids}::uuid[])`, typeof set === 'function' ? await set(new Date(now).toISOString(), db) : set, optionsOf(options))
    await act?.(db, await rowsOf(db, of, ids), now)
    return ids.length
  })
}
/** Rows that are not settled pass one mark after another: a warning, then people further up the line. */
export function escalation<E extends Entity, const K extends string>(of: E, given: Escalation<E, K>): Deadline {
  const { when, at, marks, reached } = given
  const isCount = of.fields[reached]?.kind === 'integer'
  const stored = isCount ? `coalesce(${columnOf(of, reached)}, 0)` : `coalesce(array_position(array[${marks.map(m => `'${m}'`).join(', ')}]::text[], ${columnOf(of, reached)}), 0)`
  const moments = marks.map(mark => (typeof at === 'string' ? at : at[mark]))
  const columns = moments.map(field => columnOf(of, field))
  const watched = `(${when}) and ${stored} < ${marks.length}`
  return deadline(candidatesOf(of, `${watched} and least(${columns.join(', ')}) <= now()`), async (db, now) => {
    const after = await given.after?.(db)
    const passed = marks.flatMap((mark, i) => {
      const wait = after ? after[mark] : 0
      return wait === null ? [] : [sql`when ${raw(columns[i] as string)} <= ${asIn(of, moments[i] as string, now - wait)} then ${raw(String(i + 1))}`]
    })
    if (!passed.length) return 0
    const level = sql`(case ${join(passed.reverse(), ' ')} else 0 end)`
    const due = await lockDue<{ id: string; level: number; stored: number }>(
      db,
      of,
      sql`${level} as level, ${raw(stored)} as stored`,
      sql`${raw(watched)} and ${level} > ${raw(stored)}`,
      columns[0] as string,
    )
    if (!due.length) return 0
    const patches = due.map(({ id, level }) => ({ id, ...given.set, [reached]: isCount ? level : marks[level - 1] }))
    await db.updateMany(of, patches as never, optionsOf(given))
    await reachAll(db, of, given, due, now)
    return due.length
  })
}
/** One call for each mark, in their order, with the rows that have passed it since the last run. */
async function reachAll<E extends Entity, K extends string>(
  db: Db,
  of: E,
  { marks, lastOnly, reach }: Escalation<E, K>,
  due: ReadonlyArray<{ id: string; level: number; stored: number }>,
  now: number,
): Promise<void> {
  const ids = due.map(d => d.id)
  const rows = new Map((await rowsOf(db, of, ids)).map(row => [(row as { id: string }).id, row]))
  for (const [i, mark] of marks.entries()) {
    const own = due.filter(d => (lastOnly ? d.level === i + 1 : d.stored <= i && i < d.level)).flatMap(d => rows.get(d.id) ?? [])
    if (own.length) await reach(db, mark, own, now)
  }
}
/** Several deadlines as one, each after the other. */
export const inTurn = (...list: readonly Deadline[]): Deadline =>
  deadline(list.map(d => d.candidates).join('\nunion all '), async (db, now) => {
    let n = 0
    for (const one of list) n += await one(db, now)
    return n
  })
/** Reminders so many days before a moment, each once; the nearest first, so that one that was missed is none. */
export function countdown<E extends Entity>(of: E, { when, days, reached, ...rest }: Countdown<E>): Deadline {
  const nearestFirst = days.toSorted((a, b) => a - b)
  const reminders = nearestFirst.map((n, i) => {
    const passed = nearestFirst.slice(0, i + 1).map(d => `'${d}'`)
    const isOpen = `(${when}) and coalesce(${columnOf(of, reached)}, '') not in (${passed.join(', ')})`
    return whenDue(of, { ...rest, when: isOpen, before: n * DAY_MS, untilThen: true, set: { [reached]: String(n) } as never })
  })
  return inTurn(...reminders)
}
/** The job that looks after these deadlines, in one transaction: what has happened was told, and what was told has happened. */
export const deadlines = (code: string, name: string, cron: string, list: readonly Deadline[]): ScheduledJob => {
  const all = inTurn(...list)
  return scheduledJob(code, name, cron, db => all(db), { due: all.candidates })
}
