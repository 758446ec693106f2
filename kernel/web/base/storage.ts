/** Browser storage in the customer's format: every value is `{dataType, content, datetime}`. */
export interface Stored<T> {
  dataType: string
  content: T
  /** Time of writing, milliseconds since 1970. */
  datetime: number
}
/** Preferences of this browser and the key of a big screen; they survive signing out and a 401. */
export const KEPT_KEYS = ['ql-userTheme', 'ql-themeConfig', 'ql-frequency', 'ql-themeConfigStyle', 'ql-screenKey'] as const

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

/** Reads an entry; a corrupt one or one of another shape is removed. */
export function readEntry<T>(key: string, store: Storage = localStorage): Stored<T> | undefined {
  const text = store.getItem(key)
  if (text === null) return undefined
  try {
    const entry = JSON.parse(text) as Stored<T>
    if (typeof entry.datetime === 'number' && entry.content !== undefined && kindOf(entry.content) === entry.dataType) return entry
  } catch {
    // fall through: foreign or corrupt entry
  }
  store.removeItem(key)
  return undefined
}
export const read = <T>(key: string, store?: Storage): T | undefined => readEntry<T>(key, store)?.content

/** Writes an entry; a full or forbidden storage is ignored. */
export function write<T>(key: string, content: T, store: Storage = localStorage): void {
  try {
    store.setItem(key, JSON.stringify({ dataType: kindOf(content), content, datetime: Date.now() } satisfies Stored<T>))
  } catch {
    // private mode or quota: the value is lost with the page
  }
}
export const drop = (key: string, store: Storage = localStorage): void => store.removeItem(key)

/** Clears both storages of one realm, except theme entries and the other realms' sessions. */
export function clearAll(realmPrefix: string, local: Storage = localStorage, session: Storage = sessionStorage): void {
  const stays = (key: string) => (KEPT_KEYS as readonly string[]).includes(key) || (/^ql(Admin|Welcome|Exam)-/.test(key) && !key.startsWith(realmPrefix))
  const keys = Array.from({ length: local.length }, (_, i) => local.key(i) ?? '')
  for (const key of keys) if (!stays(key)) local.removeItem(key)
  session.clear()
}
