import pg from 'pg'
import { KEEPALIVE } from './connection-watchdog.ts'

/** Messages between the processes of one installation, over LISTEN and NOTIFY. */
export interface Notifier {
  listen(channel: string, handler: (payload: string) => void): void
  notify(channel: string, payload: string): Promise<void>
  /** Throttled notification that work or news is waiting, and for whom. Repeats within `REST_MS` are merged into one more at its end, for all users named. Delivery is not
   *  guaranteed: receivers also poll. */
  hint(channel: string, payload: string, people?: readonly string[]): void
  /** Called when the LISTEN connection is back after a loss: notifications may have been missed, caches may be stale. */
  onReconnect(handler: () => void): void
  close(): Promise<void>
}
const RETRY_MS = 500
/** Heartbeat interval and timeout of the LISTEN connection: it has no outstanding queries and would never notice that it is dead. */
export const BEAT = { everyMs: 10_000, limitMs: 15_000 }
/** Throttle interval of hints: each NOTIFY is a commit of its own, and a busy second has hundreds of the same. */
const REST_MS = 50

/** Most users named in one payload (limit 8,000 bytes); beyond it the notification is for everybody. */
const MOST_NAMED = 200
/** `{payload}:{id,id…}`, without ids for everybody; the payload alone if it is not about users. */
export const hintText = (payload: string, people?: readonly string[]): string => (people ? `${payload}:${people.length > MOST_NAMED ? '' : people.join(',')}` : payload)

/** application_name of a process's LISTEN connection; names the process's edition. */
export const lineName = (edition: string): string => `qinglan-notify ${edition}`
/** Keeps one LISTEN connection open; reconnects by itself. */
export function notifier(url: string, { edition = '', beat = BEAT } = {}): Notifier {
  const handlers = new Map<string, Array<(payload: string) => void>>()
  const reconnected: Array<() => void> = []
  let client: pg.Client | undefined
  let closed = false
  let ready: Promise<void> = connect(false)
  /** Notifications not yet sent; identical ones are merged. */
  const waiting = new Map<string, Promise<void>>()
  // One statement at a time on the one connection.
  let queue: Promise<unknown> = Promise.resolve()
  const send = (text: string, values: unknown[] = []): Promise<unknown> => {
    const sent = queue.then(() => ready).then(() => client?.query(text, values))
    queue = sent.catch(() => {})
    return sent
  }

  async function connect(again: boolean): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: lineName(edition),
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: beat.limitMs,
      options: KEEPALIVE,
    })
    next.on('error', () => {})
    next.on('end', () => {
      if (!closed && client === next) ready = retry()
    })
    next.on('notification', m => {
      for (const handler of handlers.get(m.channel) ?? []) handler(m.payload ?? '')
    })
    await next.connect()
    const beating = setInterval(() => beaten(next), beat.everyMs)
    beating.unref()
    next.once('end', () => clearInterval(beating))
    for (const channel of handlers.keys()) await next.query(`listen ${channel}`)
    client = next
    if (again) for (const handler of reconnected) handler()
  }
  let isBeating = false
  function beaten({ connection }: pg.Client): void {
    if (isBeating) return
    isBeating = true
    const late = setTimeout(() => connection.stream.destroy(), beat.limitMs)
    void send('select 1')
      .catch(() => {})
      .finally(() => {
        clearTimeout(late)
        isBeating = false
      })
  }
  async function retry(): Promise<void> {
    while (!closed) {
      await new Promise(done => setTimeout(done, RETRY_MS))
      try {
        return await connect(true)
      } catch {
        /* the database is not back yet */
      }
    }
  }
  const notify = (channel: string, payload: string): Promise<void> => {
    const key = `${channel} ${payload}`
    const same = waiting.get(key)
    if (same) return same
    const sent = queue
      .then(() => ready)
      .then(async () => {
        waiting.delete(key)
        await client?.query('select pg_notify($1, $2)', [channel, payload])
      })
    waiting.set(key, sent)
    queue = sent.catch(() => waiting.delete(key))
    return sent
  }
  /** Hints sent within `REST_MS`, and the users named since; an empty id if the hint is not about users. */
  const resting = new Map<string, Set<string>>()
  const hint = (channel: string, payload: string, people?: readonly string[]): void => {
    const key = `${channel} ${payload}`
    const known = resting.get(key)
    if (known) {
      for (const id of people ?? ['']) known.add(id)
      return
    }
    const again = new Set<string>()
    resting.set(key, again)
    notify(channel, hintText(payload, people)).catch(() => {})
    setTimeout(() => {
      resting.delete(key)
      if (again.size && !closed) hint(channel, payload, people && [...again])
    }, REST_MS).unref()
  }
  return {
    notify,
    hint,
    listen(channel, handler) {
      const known = handlers.get(channel)
      if (known) {
        known.push(handler)
        return
      }
      handlers.set(channel, [handler])
      if (client) void send(`listen ${channel}`).catch(() => {})
    },
    onReconnect: handler => {
      reconnected.push(handler)
    },
    async close() {
      closed = true
      await ready.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
