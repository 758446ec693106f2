import { createStore, del, entries, set, type UseStore } from 'idb-keyval'

/** What this browser keeps until it is sent or wanted again: work done without a network, half-filled forms, choices of columns. Reading is immediate; writing
 *  is visible at once, here and in other tabs, and answered when it is on the disk. It survives signing out and an expired session. */
export interface LocalStore {
  get<T>(key: string): T | undefined
  /** Values whose keys begin so, in the order of their keys. */
  all<T>(prefix: string): T[]
  /** Rejects where the browser keeps nothing (storage full or forbidden); the value then lasts as long as the page. */
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
}
type Change = { key: string; value?: unknown }

/** Opens the store of one owner. Where the browser has no storage it begins empty and keeps nothing. */
export async function openStore(owner: string): Promise<LocalStore> {
  const name = `qinglan-${owner}`
  const database = onDisk(name)
  const values = new Map<string, unknown>(await database?.then(of => entries<string, unknown>(of)).catch(() => []))
  const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined
  const apply = ({ key, value }: Change) => (value === undefined ? values.delete(key) : values.set(key, value))
  tabs?.addEventListener('message', (event: MessageEvent<Change>) => apply(event.data))
  const write = async (change: Change, save: (of: UseStore) => Promise<void>): Promise<void> => {
    apply(change)
    tabs?.postMessage(change)
    if (!database) throw new Error('this browser keeps nothing')
    await save(await database)
  }
  return {
    get: <T>(key: string) => values.get(key) as T | undefined,
    all: <T>(prefix: string) =>
      [...values]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, value]) => value as T),
    set: (key, value) => write({ key, value }, of => set(key, value, of)),
    delete: key => write({ key }, of => del(key, of)),
  }
}
/** Opening throws or rejects in browsers that forbid storage. */
function onDisk(name: string): Promise<UseStore> | undefined {
  if (typeof indexedDB === 'undefined') return undefined
  return Promise.resolve().then(() => createStore(name, 'kept'))
}
