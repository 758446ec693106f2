import sql from 'sql-template-tag'
import type { Notifier } from '../data/notify.ts'
import type { TenantDb } from '../data/tenant-db.ts'
import type { SessionCache } from './session-cache.ts'

/** NOTIFY channel: ids of sessions that ended or changed, or `ping`. */
export const CHANNEL = 'ql_session'
const PING = 'ping'
const PING_MS = 1500
/** Heartbeat timeout: without a ping the LISTEN connection counts as dead, and cached sessions are not used. */
const SILENCE_MS = 4000
/** A NOTIFY payload is limited to 8,000 bytes; an id takes 37. */
const IDS_A_MESSAGE = 200

/** Notifies all processes of changed sessions when the running transaction commits. */
export async function tell(db: Pick<TenantDb, 'query'>, sessionIds: readonly string[]): Promise<void> {
  for (let i = 0; i < sessionIds.length; i += IDS_A_MESSAGE) await db.query(sql`select pg_notify(${CHANNEL}, ${sessionIds.slice(i, i + IDS_A_MESSAGE).join(',')})`)
}

/** Invalidates the session cache on notifications. Pings are the heartbeat: a TCP connection can be dead for minutes before it reports an error. */
export class SessionNews {
  private heardAt = Number.NEGATIVE_INFINITY
  private isPinging = false
  private readonly notifier: Notifier
  private readonly timer: NodeJS.Timeout
  constructor(notifier: Notifier, cache: SessionCache) {
    this.notifier = notifier
    notifier.listen(CHANNEL, payload => {
      this.heardAt = performance.now()
      if (payload !== PING) cache.drop(payload.split(','))
    })
    notifier.onReconnect(() => cache.clear())
    this.timer = setInterval(() => void this.ping(), PING_MS)
    this.timer.unref()
    void this.ping()
  }
  /** Whether the heartbeat is current, i.e. session changes would have been received. */
  get isAlive(): boolean {
    return performance.now() - this.heardAt < SILENCE_MS
  }
  close(): void {
    clearInterval(this.timer)
  }
  private async ping(): Promise<void> {
    if (this.isPinging) return
    this.isPinging = true
    await this.notifier.notify(CHANNEL, PING).catch(() => undefined)
    this.isPinging = false
  }
}
