import { newKey } from '#web/http/client.ts'
import { isRefusal } from '#web/http/failure.ts'
import { accountStore } from './index.ts'

/** Work in an offline queue. */
export interface Queued<T> {
  /** A stable idempotency key for a call that sends this entry alone. */
  readonly id: string
  readonly key: string
  /** Milliseconds since 1970; each entry is later than the one before. */
  readonly at: number
  readonly value: T
}
/** How entries reach the server. */
export interface Delivery<T> {
  /** Sends entries, the oldest first. An answer may be lost, so the server must bear to get an entry again. */
  send(entries: ReadonlyArray<Queued<T>>): Promise<unknown>
  /** A step before sending that should not be repeated, such as uploading photos; its result replaces the value. A refusal concerns that entry alone. */
  prepare?(value: T): Promise<T>
  /** Entries in one call; 20 by default. */
  portion?: number
  /** One call takes entries of the same group only. */
  groupOf?(value: T): string
}
/** Outcome of sending: refusals by id of the entry, and the error that stopped it, such as a lost network. */
export interface Sent {
  readonly refusals: ReadonlyMap<string, Error>
  readonly failure: Error | undefined
}
export interface Queue<T> {
  /** What the server has not confirmed, the oldest first. */
  waiting(): Array<Queued<T>>
  /** It waits at once, in place of the waiting entry with the same key. Rejects if the browser cannot store it; it then lasts as long as the page. */
  add(value: T, key?: string): Promise<void>
  /** Sends what waits. Refused entries stay for the user to discard or change; everything stays if the network is lost. */
  flush(delivery: Delivery<T>): Promise<Sent>
  discard(entries: ReadonlyArray<Queued<T>>): Promise<void>
}
const PORTION = 20
/** The limit on calls: to be tried again, like a lost network. */
const TOO_MANY = 429

/** The account's queue of that name, on disk: outlasts a reload, a lost network and the end of the session. */
export function openQueue<T>(name: string): Queue<T> {
  const store = accountStore()
  const prefix = `queue ${name}|`
  const put = (entry: Queued<T>) => store.set(prefix + entry.key, entry)
  const waiting = () => store.all<Queued<T>>(prefix).sort((a, b) => a.at - b.at)
  /** False once a newer entry has taken its place, which must be neither dropped nor overwritten. */
  const isCurrent = ({ key, id }: Queued<T>): boolean => store.get<Queued<T>>(prefix + key)?.id === id
  const discard = async (entries: ReadonlyArray<Queued<T>>) => {
    await Promise.allSettled(entries.filter(isCurrent).map(({ key }) => store.delete(prefix + key)))
  }
  const prepared = async (entry: Queued<T>, prepare: Delivery<T>['prepare']): Promise<Queued<T>> => {
    const value = prepare ? await prepare(entry.value) : entry.value
    const ready = { ...entry, value }
    // a browser that cannot store it merely prepares it again
    if (value !== entry.value && isCurrent(entry)) await put(ready).catch(() => undefined)
    return ready
  }
  const sendAll = async ({ send, prepare, portion = PORTION, groupOf = () => '' }: Delivery<T>, refusals: Map<string, Error>): Promise<void> => {
    const noting = async (of: ReadonlyArray<Queued<T>>, step: () => Promise<unknown>) => {
      try {
        await step()
      } catch (error) {
        if (!isRefusal(error) || error.code === TOO_MANY) throw error
        for (const { id } of of) refusals.set(id, error)
      }
    }
    const nextCall = () => {
      const [first, ...rest] = waiting().filter(entry => !refusals.has(entry.id))
      return first ? [first, ...rest.filter(entry => groupOf(entry.value) === groupOf(first.value))].slice(0, portion) : []
    }
    for (let next = nextCall(); next.length; next = nextCall()) {
      const entries: Array<Queued<T>> = []
      for (const entry of next) await noting([entry], async () => entries.push(await prepared(entry, prepare)))
      if (!entries.length) continue
      await noting(entries, async () => {
        await send(entries)
        await discard(entries)
      })
    }
  }
  return {
    waiting,
    add: (value, key) => {
      const id = newKey()
      return put({ id, key: key ?? id, at: nextMoment(), value })
    },
    async flush(delivery) {
      const refusals = new Map<string, Error>()
      try {
        await sendAll(delivery, refusals)
        return { refusals, failure: undefined }
      } catch (error) {
        return { refusals, failure: error instanceof Error ? error : new Error(String(error)) }
      }
    },
    discard,
  }
}
let lastMoment = 0
function nextMoment(): number {
  lastMoment = Math.max(Date.now(), lastMoment + 1)
  return lastMoment
}
