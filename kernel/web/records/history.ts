/** One change of a row, newest first. */
export interface HistoryEntry {
  at: string
  byName: string
  /** add, update, remove or an action's name. */
  action: string
  /** What the action is called, in Chinese; null for the record verbs. */
  label?: string | null
  /** web, import, or the event that made it. */
  source: string
  changes: ReadonlyArray<{ field: string; label: string; from: unknown; to: unknown }>
}
