import pg from 'pg'

/** Timeouts for a connection with an outstanding response, in milliseconds. */
export interface WatchdogOptions {
  /** Silence after which it is checked. */
  silentMs: number
  /** Check interval. */
  everyMs: number
  /** Timeout for asking the server what the backend is doing. */
  answerMs: number
}
export const WATCHDOG_DEFAULTS: WatchdogOptions = { silentMs: 10_000, everyMs: 5_000, answerMs: 5_000 }
/** Consecutive checks that must find the backend idle: a response may have been in flight at the first. */
const LOOKS = 2
/** Server-side TCP keepalive: the server notices a vanished client and releases its locks. Windows lacks `tcp_user_timeout`. */
export const KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000'

/** State of a connection between checks. */
interface Seen {
  read: number
  written: number
  since: number
  /** Bytes written when the last response was complete; more than that means a response is outstanding. */
  settled: number
  strikes: number
}
type Stream = { bytesRead: number; bytesWritten: number; destroy(error: Error): void }
const streamOf = (client: pg.Client): Stream => client.connection.stream as unknown as Stream
const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID

/** Destroys connections whose outstanding response cannot arrive because the TCP connection is dead without having been closed. Long-running statements are left alone: over a
 *  separate connection, `pg_stat_activity` says whether the backend is active. If the server cannot be reached, the connection counts as dead too. */
export function watchConnections(pool: pg.Pool, url: string, { silentMs, everyMs, answerMs }: WatchdogOptions = WATCHDOG_DEFAULTS): void {
  const open = new Map<pg.Client, Seen>()
  pool.on('connect', given => {
    const client = given as unknown as pg.Client
    const stream = streamOf(client)
    const seen = { read: 0, written: 0, since: performance.now(), settled: stream.bytesWritten, strikes: 0 }
    open.set(client, seen)
    // before the driver's own listener, which may send the next statement at once
    client.connection.prependListener('readyForQuery', () => {
      seen.settled = stream.bytesWritten
    })
  })
  pool.on('remove', client => open.delete(client as unknown as pg.Client))
  let isLooking = false
  const look = async (): Promise<void> => {
    const silent = [...open].filter(([client, seen]) => isSilent(streamOf(client), seen, silentMs))
    if (!silent.length || isLooking) return
    isLooking = true
    const working = await atWork(
      url,
      silent.map(([client]) => pidOf(client)),
      answerMs,
    )
    isLooking = false
    for (const [client, seen] of silent)
      if (working.has(pidOf(client)) || !isSilent(streamOf(client), seen, silentMs)) seen.strikes = 0
      else if (++seen.strikes >= LOOKS) streamOf(client).destroy(Object.assign(new Error('the line to the database carries nothing any more'), { code: '08006' }))
  }
  const timer = setInterval(() => (pool.ended ? clearInterval(timer) : void look()), everyMs)
  timer.unref()
}
function isSilent({ bytesRead, bytesWritten }: Stream, seen: Seen, silentMs: number): boolean {
  if (bytesRead !== seen.read || bytesWritten !== seen.written || bytesWritten === seen.settled)
    Object.assign(seen, { read: bytesRead, written: bytesWritten, since: performance.now(), strikes: 0 } satisfies Partial<Seen>)
  return performance.now() - seen.since > silentMs
}
/** Which of these backends are active. None if the server cannot be reached; all if it answers with an error (too many connections, starting up). */
async function atWork(url: string, pids: readonly number[], answerMs: number): Promise<ReadonlySet<number>> {
  const client = new pg.Client({ connectionString: url, application_name: 'qinglan-look', connectionTimeoutMillis: answerMs, query_timeout: answerMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity where pid = any($1) and state in ('active', 'fastpath function call')", [pids])
    return new Set(rows.map(r => r.pid))
  } catch (error) {
    return new Set(error instanceof pg.DatabaseError ? pids : [])
  } finally {
    // end() would wait for a dead connection
    streamOf(client).destroy(new Error('looked'))
  }
}
