import pg from 'pg'

/** How patient one is with a connection that owes an answer, in milliseconds. */
export interface WatchdogOptions {
  /** So long it may say nothing before it is looked after. */
  silentMs: number
  /** From one look to the next. */
  everyMs: number
  /** So long the server may take to say what it is at. */
  answerMs: number
}
export const WATCHDOG_DEFAULTS: WatchdogOptions = { silentMs: 10_000, everyMs: 5_000, answerMs: 5_000 }
/** Looks that must find nobody at work: an answer may have been on its way at the first. */
const LOOKS = 2
/** What the server is told, so that it notices a program that went away without a word and lets go what it held; Windows lacks the last. */
export const KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000'

/** What one look remembers of a connection for the next. */
interface Seen {
  read: number
  written: number
  since: number
  /** What had been written when the last answer was complete: more than that, and one is awaited. */
  settled: number
  strikes: number
}
type Stream = { bytesRead: number; bytesWritten: number; destroy(error: Error): void }
const streamOf = (client: pg.Client): Stream => client.connection.stream as unknown as Stream
const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID

/** Breaks connections on which an answer is awaited that cannot come, since their line carries nothing any more without having been cut. A statement that merely takes
 *  long is left alone: asked over a connection of its own, the server says whether it is at work on it. Where it cannot be asked, the line is taken for dead too. */
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
/** Those of these server processes that are at work on a statement; none where the server cannot be asked, all where it can but will not say, being full or just starting. */
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
    // a goodbye over a dead line would be waited for
    streamOf(client).destroy(new Error('looked'))
  }
}
