import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { inTrace, traceNow } from '../base/trace.ts'
import { noteTrip } from './slow-queries.ts'

/** The driver's connection as a query object uses it; its own type omits half of this. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void
  describe(message: { type: 'P' }): void
  execute(): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
  sendCopyFail(message: string): void
}
interface Column {
  name: string
  dataTypeID: number
}
type MakeRow = (values: ReadonlyArray<string | null>) => object
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/** A named statement: a connection prepares it once and refers to it by name from then on. */
export interface NamedStatement {
  name: string
  text: string
  values: readonly unknown[]
}
/** A statement of a pipeline and the callbacks for its rows; none if the result is not awaited. */
export interface PipelinedStatement extends NamedStatement {
  callbacks?: { done(rows: object[]): void; failed(error: unknown): void }
}
/** Prepared statements kept per connection. Each also costs memory in the backend. */
export const MOST_PREPARED = 800
/** Prepared statements of a connection (LRU); evicted ones are closed in the database on its next round trip. */
class Prepared {
  private readonly statements = new LRUCache<string, { makeRow: MakeRow | undefined }>({
    max: MOST_PREPARED,
    dispose: (_, name, reason) => {
      if (reason !== 'set') this.closing.add(name)
    },
  })
  private readonly closing = new Set<string>()
  has(name: string): boolean {
    return this.statements.has(name)
  }
  /** Its row factory, once its columns are known. Refreshes the LRU position. */
  makeRow(name: string): MakeRow | undefined {
    return this.statements.get(name)?.makeRow
  }
  /** Called after each run: nothing changes for a statement that is known. */
  set(name: string, makeRow: MakeRow | undefined): void {
    const known = this.statements.peek(name)
    if (!known || known.makeRow !== makeRow) this.statements.set(name, { makeRow })
  }
  /** After a failure: whether it was prepared is unknown, and its columns may have changed. */
  forget(name: string): void {
    this.statements.delete(name)
    this.closing.add(name)
  }
  /** Names to close now, except statements that were prepared again after their eviction. */
  takeClosing(): string[] {
    const names = [...this.closing].filter(name => !this.statements.has(name))
    this.closing.clear()
    return names
  }
}
const preparedOn = new WeakMap<object, Prepared>()
const MOST_MAKERS = 1000
/** Row factories by column names and types, shared by all connections. */
export const rowMakers = new LRUCache<string, MakeRow>({ max: MOST_MAKERS })

/** Sends one statement or several in a single round trip. Each is parsed and described once per connection; later trips only send values and receive rows. After a failure the
 *  remaining statements are skipped. */
export class PipelinedQuery implements pg.Submittable {
  private readonly statements: readonly PipelinedStatement[]
  private readonly ended: (error?: unknown) => void
  /** Of the connection; set on submit. */
  private prepared: Prepared | undefined
  /** Row factory of each statement, where known. */
  private readonly makers: Array<MakeRow | undefined> = []
  private rows: object[] = []
  private at = 0
  private fault: unknown
  private began = 0
  /** Trace of the caller: responses arrive on a connection that another request may have opened. */
  private readonly trace = traceNow()

  /** `ended` is called when the connection is free again, with the error if there was one. */
  constructor(asked: readonly PipelinedStatement[], ended: (error?: unknown) => void) {
    this.statements = asked
    this.ended = ended
  }
  submit(connection: pg.Connection): void {
    this.began = performance.now()
    const wire = connection as unknown as Wire
    const prepared = preparedOn.get(wire) ?? new Prepared()
    preparedOn.set(wire, prepared)
    this.prepared = prepared
    wire.stream.cork()
    try {
      for (const name of prepared.takeClosing()) wire.close({ type: 'S', name })
      for (const one of this.statements) this.send(wire, prepared, one)
    } catch (error) {
      this.fault = error
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
  }
  private send(wire: Wire, prepared: Prepared, { name, text, values, callbacks }: PipelinedStatement): void {
    if (!prepared.has(name)) {
      // An earlier statement of this trip may have prepared it; closing an unknown name is not an error.
      wire.close({ type: 'S', name })
      wire.parse({ name, text })
    }
    const makeRow = prepared.makeRow(name)
    this.makers.push(makeRow)
    wire.bind({ statement: name, values, valueMapper: prepareValue })
    if (callbacks && !makeRow) wire.describe({ type: 'P' })
    wire.execute()
  }
  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.makers[this.at] = makerOf(fields)
  }
  handleDataRow({ fields }: { fields: ReadonlyArray<string | null> }): void {
    const makeRow = this.makers[this.at]
    if (makeRow && this.statements[this.at]?.callbacks) this.rows.push(makeRow(fields))
  }
  handleCommandComplete({ text }: { text: string }): void {
    // PostgreSQL answers COMMIT with ROLLBACK if an earlier statement failed
    const isTakenBack = text === 'ROLLBACK' && this.statements[this.at]?.text === 'commit'
    if (isTakenBack) this.fault = new Error('a statement of this transaction had failed: all of it was taken back')
    this.next(isTakenBack)
  }
  handleEmptyQuery(): void {
    this.next()
  }
  private next(hasFailed = false): void {
    const one = this.statements[this.at]
    if (one) this.prepared?.set(one.name, this.makers[this.at])
    if (hasFailed) one?.callbacks?.failed(this.fault)
    else one?.callbacks?.done(this.rows)
    this.rows = []
    this.at++
  }
  handleReadyForQuery(): void {
    inTrace(this.trace, () => noteTrip(this.statements, performance.now() - this.began))
    if (this.fault) this.handleError(this.fault as Error)
    else this.ended()
  }
  handleError(error: Error): void {
    // The driver's stack trace ends at the socket.
    Error.captureStackTrace(error)
    for (const { name, callbacks } of this.statements.slice(this.at)) {
      this.prepared?.forget(name)
      callbacks?.failed(error)
    }
    this.ended(error)
  }
  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail('a statement does not copy')
  }
  handleCopyData(): void {}
  handlePortalSuspended(): void {}
}
/** Builds rows as one object literal: several times faster to create and read than objects filled property by property. */
function makerOf(columns: readonly Column[]): MakeRow {
  const key = columns.map(c => `${c.dataTypeID} ${c.name}`).join('\n')
  const made = rowMakers.get(key) ?? compiled(columns)
  rowMakers.set(key, made)
  return made
}
function compiled(columns: readonly Column[]): MakeRow {
  const parsers = columns.map(c => pg.types.getTypeParser(c.dataTypeID, 'text'))
  const properties = columns.map((c, i) => `${JSON.stringify(c.name)}: v[${i}] === null ? null : ${isText(c) ? `v[${i}]` : `p[${i}](v[${i}])`}`)
  // Names come from our own statements and are quoted; no request data ends up in the code.
  return new Function('p', `return v => ({ ${properties.join(', ')} })`)(parsers) as MakeRow
}
const TEXTS = new Set([25, 1043, 2950, 1042, 19])
const isText = ({ dataTypeID }: Column): boolean => TEXTS.has(dataTypeID)
