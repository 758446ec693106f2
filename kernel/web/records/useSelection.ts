import { useCallback, useMemo, useState } from 'react'

/** Selected rows. Kept across pages and cleared when the search changes: no action on invisible rows. */
export interface Selection<R> {
  rows: readonly R[]
  ids: ReadonlySet<string>
  count: number
  select: (rows: readonly R[], on: boolean) => void
  clear: () => void
}
export function useSelection<R extends { id: string }>(search: string): Selection<R> {
  const [chosen, setChosen] = useState<{ search: string; rows: ReadonlyMap<string, R> }>({ search, rows: new Map() })
  const rows = chosen.search === search ? chosen.rows : NOBODY
  const select = useCallback(
    (given: readonly R[], on: boolean) =>
      setChosen(now => {
        const next = new Map<string, R>(now.search === search ? now.rows : NOBODY)
        for (const row of given) {
          if (on) next.set(row.id, row)
          else next.delete(row.id)
        }
        return { search, rows: next }
      }),
    [search],
  )
  const clear = useCallback(() => setChosen({ search, rows: new Map() }), [search])
  return useMemo(() => ({ rows: [...rows.values()] as R[], ids: new Set(rows.keys()), count: rows.size, select, clear }), [rows, select, clear])
}
const NOBODY: ReadonlyMap<string, never> = new Map<string, never>()
