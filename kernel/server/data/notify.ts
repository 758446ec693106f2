import pg from 'pg'
import { KEEPALIVE } from './connection-watchdog.ts'

/** Messages between the processes of one installation, over LISTEN and NOTIFY. */
export interface Notifier {
  listen(channel: string, handler: (payload: string) => void): void
  notify(channel: string, payload: string): Promise<void>
  /** Says that there is something to look for, and for whom. Said again within moments it goes out once more at their end, for all who were named;
   *  whoever does not hear of it finds it by looking. */
  hint(channel: string, payload: string, people?: readonly string[]): void
  /** Called after the line was lost and is back: whatever was heard by it may be stale. */
  onReconnect(handler: () => void): void
  close(): Promise<void>
}
const RETRY_MS = 500
/** How often the line is asked whether it still carries, and how long it may take to say so: whoever listens owes nothing and would never notice. */
export const BEAT = { everyMs: 10_000, limitMs: 15_000 }
/** Each message is a commit of its own; a busy second has hundreds of the same. */
const REST_MS = 50

/** More people than fit one message (8,000 bytes): then it is for everybody. */
const MOST_NAMED = 200
/** `{payload}:{id,id…}`, without ids for everybody; the payload alone where it is about no people. */
export const hintText = (payload: string, people?: readonly string[]): string => (people ? `${payload}:${people.length > MOST_NAMED ? '' : people.join(',')}` : payload)

/** What the database knows the line of a process by, whose program is of this edition. */
export const lineName = (edition: string): string => `qinglan-notify ${edition}`
/** Keeps one connection listening; when it breaks it comes back by itself. */
export function notifier(url: string, { edition = '', beat = BEAT } = {}): Notifier {
  const handlers = new Map<string, Array<(payload: string) => void>>()
  const reconnected: Array<() => void> = []
  let client: pg.Client | undefined
  let closed = false
  let ready: Promise<void> = connect(false)
  /** Messages not yet on their way: the same one need not be sent twice. */
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
  /** Hints that went out moments ago, and whom they were given for since; an empty id where it is about no people. */
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
