/** One entry of the change history. */
export interface HistoryEntry {
  at: string
  byName: string
  /** add, update, remove or an action's name. */
  action: string
  /** Label of the action in Chinese; null for the record verbs. */
  label?: string | null
  /** web, import, or the name of the triggering event. */
  source: string
  changes: ReadonlyArray<{ field: string; label: string; from: unknown; to: unknown }>
}
