import { useEffect } from 'react'
import type { EntityList } from './useEntityList.ts'

/** Redirects a page beyond the last (rows removed, old link) to the last page. */
export function useLastPage(list: EntityList<unknown>): void {
  const { state, total, rows, isRefetching, change } = list
  const last = Math.max(1, Math.ceil(total / state.size))
  const isBeyond = total > 0 && !rows.length && !isRefetching && state.page > last
  useEffect(() => {
    if (isBeyond) change({ page: last })
  }, [isBeyond, last, change])
}
