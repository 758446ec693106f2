/** Browser storage as the customer names it: every value lies in `{dataType, content, datetime}`. */
export interface Stored<T> {
  dataType: string
  content: T
  /** Milliseconds since 1970, when it was written. */
  datetime: number
}
/** Entries of the person at this browser, and the key of a wall; they survive signing out and a 401. */
export const KEPT_KEYS = ['ql-userTheme', 'ql-themeConfig', 'ql-frequency', 'ql-themeConfigStyle', 'ql-screenKey'] as const
export type SharedKey = (typeof KEPT_KEYS)[number] | 'ql-appId' | 'ql-userAllApps' | 'ql-tagsViewList'

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

/** Reads an entry with its time; one that is corrupt or of another shape is dropped. */
export function readEntry<T>(key: string, store: Storage = localStorage): Stored<T> | undefined {
  const text = store.getItem(key)
  if (text === null) return undefined
  try {
    const entry = JSON.parse(text) as Stored<T>
    if (typeof entry.datetime === 'number' && entry.content !== undefined && kindOf(entry.content) === entry.dataType) return entry
  } catch {
    // falls through: not ours, or half written
  }
  store.removeItem(key)
  return undefined
}
export const read = <T>(key: string, store?: Storage): T | undefined => readEntry<T>(key, store)?.content

/** Writes an entry. A full or forbidden storage is no reason to stop working. */
export function write<T>(key: string, content: T, store: Storage = localStorage): void {
  try {
    store.setItem(key, JSON.stringify({ dataType: kindOf(content), content, datetime: Date.now() } satisfies Stored<T>))
  } catch {
    // private mode or quota: the value lives for this page only
  }
}
export const drop = (key: string, store: Storage = localStorage): void => store.removeItem(key)

/** Empties both storages of one realm: theme entries stay, and so do the other realms' sign-ins. */
export function clearAll(realmPrefix: string, local: Storage = localStorage, session: Storage = sessionStorage): void {
  const stays = (key: string) => (KEPT_KEYS as readonly string[]).includes(key) || (/^ql(Admin|Welcome|Exam)-/.test(key) && !key.startsWith(realmPrefix))
  const keys = Array.from({ length: local.length }, (_, i) => local.key(i) ?? '')
  for (const key of keys) if (!stays(key)) local.removeItem(key)
  session.clear()
}
