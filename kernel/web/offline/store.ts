import { createStore, del, entries, set, type UseStore } from 'idb-keyval'

/** Local key-value store in IndexedDB, mirrored in memory: offline work, form drafts, column settings. Reads are synchronous; a write is visible at once, here and in other
 *  tabs, and resolves when it is on disk. Survives signing out and an expired session. */
export interface LocalStore {
  get<T>(key: string): T | undefined
  /** Values by key prefix, ordered by key. */
  all<T>(prefix: string): T[]
  /** Rejects if the browser cannot store it (quota or forbidden); the value then lasts as long as the page. After `until`, in milliseconds since 1970, it is neither read nor
   *  kept. */
  set(key: string, value: unknown, until?: number): Promise<void>
  delete(key: string): Promise<void>
}
type Change = { key: string; value?: unknown }
/** On disk beside the values: until when those are kept that do not stay. */
const UNTIL = 'kept until'

/** Opens the store of one owner. Without browser storage it starts empty and works in memory only. */
export async function openStore(owner: string): Promise<LocalStore> {
  const name = `qinglan-${owner}`
  const database = onDisk(name)
  const values = new Map<string, unknown>(await database?.then(of => entries<string, unknown>(of)).catch(() => []))
  const ends = (): Readonly<Record<string, number>> => (values.get(UNTIL) as Record<string, number> | undefined) ?? {}
  const isKept = (key: string): boolean => (ends()[key] ?? Number.POSITIVE_INFINITY) > Date.now()
  const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined
  const apply = ({ key, value }: Change) => (value === undefined ? values.delete(key) : values.set(key, value))
  tabs?.addEventListener('message', (event: MessageEvent<Change>) => apply(event.data))
  const write = async (change: Change, save: (of: UseStore) => Promise<void>): Promise<void> => {
    apply(change)
    tabs?.postMessage(change)
    if (!database) throw new Error('this browser keeps nothing')
    await save(await database)
  }
  const put = (key: string, value: unknown): Promise<void> => write({ key, value }, of => set(key, value, of))
  const drop = (key: string): Promise<void> => write({ key }, of => del(key, of))
  const store: LocalStore = {
    get: <T>(key: string) => (isKept(key) ? (values.get(key) as T | undefined) : undefined),
    all: <T>(prefix: string) =>
      [...values]
        .filter(([key]) => key !== UNTIL && key.startsWith(prefix) && isKept(key))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, value]) => value as T),
    async set(key, value, until) {
      const { [key]: before, ...others } = ends()
      // written in this order: a value never lies there without its end
      const end = until === undefined ? [] : [put(UNTIL, { ...others, [key]: until })]
      const rest = until === undefined && before !== undefined ? [put(UNTIL, others)] : []
      await Promise.all([...end, put(key, value), ...rest])
    },
    delete: drop,
  }
  const past = Object.keys(ends()).filter(key => !isKept(key))
  if (past.length)
    await Promise.all(past.map(drop))
      .then(() => put(UNTIL, Object.fromEntries(Object.entries(ends()).filter(([key]) => !past.includes(key)))))
      .catch(() => undefined)
  return store
}
/** Opening throws or rejects in browsers that forbid storage. */
function onDisk(name: string): Promise<UseStore> | undefined {
  if (typeof indexedDB === 'undefined') return undefined
  return Promise.resolve().then(() => createStore(name, 'kept'))
}
