import pg from 'pg'
import { inTrace, traceNow } from '../trace.ts'
import { noteTrip } from './slow.ts'

/** What the driver's connection is to a query object: its own type leaves out half of this. */
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

/** A text with a name: a connection prepares it once and is told the name from then on. No name, and it is prepared each time. */
export interface NamedStatement {
  name: string
  text: string
  values: readonly unknown[]
}
/** A statement of a trip, and who waits for its rows; nobody does where it is only to be done. */
export interface PipelinedStatement extends NamedStatement {
  callbacks?: { done(rows: object[]): void; failed(error: unknown): void }
}
/** Statements that a connection has prepared, each with how its rows are made once that was asked for. */
const known = new WeakMap<object, Map<string, MakeRow | undefined>>()
/** The same columns make the same rows, whatever the connection. */
const makers = new Map<string, MakeRow>()

/** One trip to the database with one statement or several. Each is prepared, and its columns are asked for, once a connection: later trips send
 *  values and get rows, nothing else. When one fails, those after it are not done. */
export class PipelinedQuery implements pg.Submittable {
  private readonly statements: readonly PipelinedStatement[]
  private readonly ended: (error?: unknown) => void
  private prepared = new Map<string, MakeRow | undefined>()
  /** How rows of each statement are made, as far as that is known. */
  private readonly makers: Array<MakeRow | undefined> = []
  private rows: object[] = []
  private at = 0
  private fault: unknown
  private began = 0
  /** Of who asks: answers come from a connection that somebody else may have opened. */
  private readonly trace = traceNow()

  /** `ended` hears when the connection is free again, with what went wrong. */
  constructor(asked: readonly PipelinedStatement[], ended: (error?: unknown) => void) {
    this.statements = asked
    this.ended = ended
  }
  submit(connection: pg.Connection): void {
    this.began = performance.now()
    const wire = connection as unknown as Wire
    this.prepared = known.get(wire) ?? this.prepared
    known.set(wire, this.prepared)
    wire.stream.cork()
    try {
      for (const one of this.statements) this.send(wire, one)
    } catch (error) {
      this.fault = error
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
  }
  private send(wire: Wire, { name, text, values, callbacks }: PipelinedStatement): void {
    if (!name || !this.prepared.has(name)) {
      // After a failure nobody knows whether it was prepared; to close what is not there is no fault.
      if (name) wire.close({ type: 'S', name })
      wire.parse({ name, text })
    }
    const makeRow = this.prepared.get(name)
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
    // so the server answers a commit after a statement that failed and that nobody heard of
    if (text === 'ROLLBACK' && this.statements[this.at]?.text === 'commit') this.fault = new Error('a statement of this transaction had failed: all of it was taken back')
    this.next()
  }
  handleEmptyQuery(): void {
    this.next()
  }
  private next(): void {
    const one = this.statements[this.at]
    if (one?.name) this.prepared.set(one.name, this.makers[this.at])
    one?.callbacks?.done(this.rows)
    this.rows = []
    this.at++
  }
  handleReadyForQuery(): void {
    inTrace(this.trace, () => noteTrip(this.statements, performance.now() - this.began))
    if (this.fault) this.handleError(this.fault as Error)
    else this.ended()
  }
  handleError(error: Error): void {
    // The driver's own trace ends at the socket.
    Error.captureStackTrace(error)
    for (const { name, callbacks } of this.statements.slice(this.at)) {
      // Prepared anew the next time: columns may have changed under it.
      this.prepared.delete(name)
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
/** Rows with all their properties from the start: made and read several times faster than those that are filled one by one. */
function makerOf(columns: readonly Column[]): MakeRow {
  const key = columns.map(c => `${c.dataTypeID} ${c.name}`).join('\n')
  const made = makers.get(key) ?? compiled(columns)
  makers.set(key, made)
  return made
}
function compiled(columns: readonly Column[]): MakeRow {
  const parsers = columns.map(c => pg.types.getTypeParser(c.dataTypeID, 'text'))
  const properties = columns.map((c, i) => `${JSON.stringify(c.name)}: v[${i}] === null ? null : ${isText(c) ? `v[${i}]` : `p[${i}](v[${i}])`}`)
  // Names come from our own statements and are quoted; nothing of a request stands in the code.
  return new Function('p', `return v => ({ ${properties.join(', ')} })`)(parsers) as MakeRow
}
const TEXTS = new Set([25, 1043, 2950, 1042, 19])
const isText = ({ dataTypeID }: Column): boolean => TEXTS.has(dataTypeID)
