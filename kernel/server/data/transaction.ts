import type pg from 'pg'
import { Refusal } from '#model'
import type { LiveNews } from '../context.ts'
import { PipelinedQuery, type PipelinedStatement } from './pipelined-query.ts'
import { type Connections, connectFor, isBroken, named, runAll } from './pool.ts'

type Plain = Record<string, unknown>
interface PendingEvent {
  event: string
  payload: Plain
  trace: string | null
}
/** A history entry. */
export interface Logged {
  user_id: string | null
  module: string
  action: string
  biz_type: string
  biz_id: string
  source: string
  diff: Plain
  ip: string | null
  trace_id: string | null
}
/** NOTIFY for an invalidation mark. */
export interface Notification {
  channel: string
  text: string
  /** Must not be lost: sent as part of the transaction. */
  isVital: boolean
}
/** Maps a transaction's invalidation marks to notifications. */
export interface Feed {
  notificationFor(mark: string): Notification
  /** Sends the notifications again over another connection, because this one broke. */
  resend(marks: Iterable<string>): void
}
const BEGIN = named('begin', [])
/** Resolves after pending microtasks, so that statements issued after cache hits join the same round trip. */
const microtasksDone = (): Promise<void> => new Promise(done => process.nextTick(done))

const ended = (): Error => new Error('the transaction of this statement has ended')
const writeRefused = (): Error => new Error('write attempted inside a read-only block (db.readOnly)')

/** One transaction on one connection. Begins with its first statement; history and events are written together with the commit. */
export class Transaction {
  /** Cache invalidation marks, announced on commit. */
  readonly invalidations = new Set<string>()
  /** Cached entities as this transaction sees them, until its next write to one. */
  readonly own = new Map<string, Promise<ReadonlyMap<string, unknown>>>()
  /** Users whose open pages are notified after commit, by topic. */
  readonly live = new Map<LiveNews, Set<string>>()
  /** Channel and payload of NOTIFYs to send after commit. */
  readonly notifications: Array<[channel: string, text: string]> = []
  private readonly events: PendingEvent[] = []
  private readonly historyEntries: Logged[] = []
  private queued: PipelinedStatement[] = []
  /** A flush of the queued statements is scheduled. */
  private isFlushScheduled = false
  private readonly client: pg.PoolClient
  private readonly tenantId: string
  private hasBegun = false
  /** No begin, no commit, no writes. */
  private isReadOnly = false
  /** The connection goes back to the pool. */
  private isOver = false
  private sending: Promise<unknown> = Promise.resolve()

  private constructor(client: pg.PoolClient, tenantId: string) {
    this.client = client
    this.tenantId = tenantId
  }
  /** Runs `work` and commits, or rolls back. `feed` notifies other processes of its writes. */
  static async run<T>(pool: Connections, tenantId: string, work: (tx: Transaction) => Promise<T>, feed?: Feed): Promise<{ result: T; tx: Transaction }> {
    const client = await connectFor(pool, tenantId)
    const tx = new Transaction(client, tenantId)
    try {
      const result = await work(tx)
      client.release(await tx.commit(feed))
      return { result, tx }
    } catch (error) {
      tx.isOver = true
      client.release(await tx.isLost(error))
      throw error
    }
  }
  /** Reads without a transaction: concurrent queries share one round trip, without begin and commit. */
  static async readOnly<T>(pool: Connections, tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await connectFor(pool, tenantId)
    const tx = new Transaction(client, tenantId)
    tx.hasBegun = true
    tx.isReadOnly = true
    try {
      const result = await work(tx)
      await tx.sending
      tx.isOver = true
      if (tx.historyEntries.length || tx.events.length) throw writeRefused()
      client.release()
      return result
    } catch (error) {
      tx.isOver = true
      await tx.sending
      client.release(isBroken(error) && !(error instanceof Refusal))
      throw error
    }
  }
  get hasEvents(): boolean {
    return this.events.length > 0
  }
  /** Statements issued concurrently, or while the connection is busy, are pipelined in order in one round trip. */
  query<T extends object>(text: string, values: readonly unknown[]): Promise<T[]> {
    const found = this.queue<T>(text, values)
    this.flush()
    return found
  }
  /** Like `query`, but waits for the next statement, or for `flush`, and is sent before it in the same round trip. */
  queue<T extends object>(text: string, values: readonly unknown[]): Promise<T[]> {
    // Reject statements issued after the transaction has ended (siblings of a failed Promise.all): the connection may already serve another request.
    if (this.isOver) return Promise.reject(ended())
    return new Promise((done, failed) => {
      this.queued.push({ ...named(text, values), callbacks: { done: done as (rows: object[]) => void, failed } })
    })
  }
  flush(): void {
    if (this.isFlushScheduled || !this.queued.length) return
    this.isFlushScheduled = true
    this.sending = this.sending.then(microtasksDone).then(() => this.send())
  }
  private send(): Promise<void> {
    const queued = this.hasBegun ? this.queued : [BEGIN, ...this.queued]
    this.queued = []
    this.isFlushScheduled = false
    this.hasBegun = true
    return runAll(this.client, queued)
  }
  /** Queues a statement without awaiting it: sent before the next one, at the latest before the commit. `onRows` receives its rows. */
  enqueue(text: string, values: readonly unknown[], onRows?: (rows: object[]) => void): void {
    if (this.isOver) throw ended()
    if (this.isReadOnly) throw writeRefused()
    this.queued.push({ ...named(text, values), ...(onRows && { callbacks: { done: onRows, failed() {} } }) })
  }
  log(entry: Logged): void {
    this.historyEntries.push(entry)
  }
  emit(event: string, payloads: readonly Plain[], trace: string | null): void {
    for (const payload of payloads) this.events.push({ event, payload, trace })
  }
  /** Commits; returns whether the connection is lost all the same. */
  private async commit(feed: Feed | undefined): Promise<boolean> {
    await this.sending
    this.isOver = true
    const last = this.queued
    this.queued = []
    if (this.historyEntries.length) last.push(insertEntries(this.tenantId, this.historyEntries))
    if (this.events.length) last.push(named(INSERT_EVENTS, [this.tenantId, JSON.stringify(this.events)]))
    const notifications = feed ? [...this.invalidations].map(mark => feed.notificationFor(mark)) : []
    for (const one of notifications) if (one.isVital) last.push(notified(one))
    if (!this.hasBegun && !last.length) return false
    if (!this.hasBegun) last.unshift(BEGIN)
    this.hasBegun = true
    return this.end(last, notifications.filter(one => !one.isVital).map(notified), feed)
  }
  /** Commits, with the cache notifications in the same packet right after it. Transactions that NOTIFY commit one after the other, each waiting for its own disk flush: inside
   *  the transaction, they would cost writers of cached entities the group commit. */
  private end(last: readonly PipelinedStatement[], notifications: readonly PipelinedStatement[], feed: Feed | undefined): Promise<boolean> {
    return new Promise((done, failed) => {
      let isCommitted = false
      const callbacks = {
        done() {
          isCommitted = true
        },
        failed() {},
      }
      const ended = (error?: unknown): void => {
        const isLost = error !== undefined && isBroken(error)
        if (isLost) feed?.resend(this.invalidations) // whether commit and notifications took effect is unknown
        if (error === undefined || isCommitted) done(isLost)
        else failed(error)
      }
      this.client.query(new PipelinedQuery([...last, { ...named('commit', []), callbacks }, ...notifications], ended))
    })
  }
  /** Rolls back; returns whether the connection itself is lost. */
  private async isLost(error: unknown): Promise<boolean> {
    await this.sending
    if (!this.hasBegun) return isBroken(error) && !(error instanceof Refusal)
    return this.client.query('rollback').then(
      () => false,
      () => true,
    )
  }
}
/** One entry by its values; many as a JSON recordset. */
const insertEntries = (tenantId: string, entries: readonly Logged[]): PipelinedStatement => {
  const [one] = entries
  if (!one || entries.length > 1) return named(INSERT_ENTRIES, [tenantId, JSON.stringify(entries)])
  const { user_id, module, action, biz_type, biz_id, source, diff, ip, trace_id } = one
  return named(INSERT_ENTRY, [tenantId, user_id, module, action, biz_type, biz_id, source, JSON.stringify(diff), ip, trace_id])
}
const notified = ({ channel, text }: Notification): PipelinedStatement => named('select pg_notify($1, $2)', [channel, text])
const INSERT_ENTRY = `insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff, ip, trace_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
const INSERT_ENTRIES = `insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff, ip, trace_id)
  select $1::uuid, l.* from jsonb_to_recordset($2::jsonb) l(user_id uuid, module text, action text, biz_type text, biz_id uuid, source text, diff jsonb, ip text, trace_id text)`
const INSERT_EVENTS = `insert into outbox (tenant_id, event, payload, trace_id) select $1::uuid, t.event, t.payload, t.trace from jsonb_to_recordset($2::jsonb) t(event text, payload jsonb, trace text)`
