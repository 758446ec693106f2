import { createStore, del, entries, set, type UseStore } from 'idb-keyval'

/** Local key-value store in IndexedDB, mirrored in memory: offline work, form drafts, column settings. Reads are synchronous; a write is visible at once, here and in other
 *  tabs, and resolves when it is on disk. Survives signing out and an expired session. */
export interface LocalStore {
  get<T>(key: string): T | undefined
  /** Values by key prefix, ordered by key. */
  all<T>(prefix: string): T[]
  /** Rejects if the browser cannot store it (quota or forbidden); the value then lasts as long as the page. */
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
}
type Change = { key: string; value?: unknown }

/** Opens the store of one owner. Without browser storage it starts empty and works in memory only. */
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
