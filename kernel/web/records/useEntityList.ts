import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Entity, Row } from '#model'
import { address, get, type PageOf } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { entityKey } from '#web/values/address.ts'
import type { Shown } from './columns.ts'
import { conditionCount, type ListState, listParams, readState, searchParams, writeState } from './query.ts'
import { useOwnParams } from './useOwnParams.ts'

export interface ListOptions {
  /** Fixed filters of the screen; the user cannot remove them. */
  where?: Readonly<Record<string, unknown>>
  /** Fields the user may filter by. */
  filters?: readonly string[]
  sort?: readonly string[]
  size?: number
}
export interface EntityList<R> {
  state: ListState
  /** Changes part of the state; anything but the page resets to page 1. */
  change: (part: Partial<ListState>) => void
  /** Drops keyword and filters. */
  clear: () => void
  /** Number of active conditions. */
  conditions: number
  rows: readonly R[]
  total: number
  /** The count was capped; there are more rows. */
  hasMore: boolean
  /** Loading with no rows yet. */
  isFirstLoad: boolean
  /** Showing stale rows while fetching. */
  isRefetching: boolean
  error: Error | null
  failedAt: number
  reload: () => void
  /** The filters in wire format, for exports. */
  search: Readonly<Record<string, string>>
}
const NONE: readonly never[] = []

const listQuery = <E extends Entity>(of: E, query: Readonly<Record<string, string>>) => ({
  queryKey: [...entityKey(of), 'list', language(), query],
  queryFn: ({ signal }: { signal: AbortSignal }) => get<PageOf<Row<E>>>(address(of, 'list'), query, { signal, quiet: true }),
  meta: { inPlace: true },
})
/** The query of a list at an address, for `firstQueries` of its page. */
export function listAt<E extends Entity>(of: E, params: URLSearchParams, { where, filters = NONE, size, sort = of.options.sort }: ListOptions = {}) {
  const defaults = { ...(sort ? { sort } : {}), ...(size ? { size } : {}) }
  return listQuery(of, listParams(of, readState(of, params, filters, defaults), where))
}
/** Rows of an entity with page, sort order, filters and keyword, all kept in the URL. */
export function useEntityList<E extends Entity>(of: E, options: ListOptions = {}): EntityList<Shown<E>> {
  const { where, filters = NONE, size } = options
  const sort = options.sort ?? of.options.sort
  const [params, setParams] = useOwnParams()
  const defaults = useMemo(() => ({ ...(sort ? { sort } : {}), ...(size ? { size } : {}) }), [sort, size])
  const state = useMemo(() => readState(of, params, filters, defaults), [of, params, filters, defaults])
  const change = useCallback(
    (part: Partial<ListState>) => setParams(now => writeState(of, now, { ...readState(of, now, filters, defaults), page: 1, ...part }, filters, defaults)),
    [of, filters, defaults, setParams],
  )
  const clear = useCallback(() => change({ keyword: '', filters: {} }), [change])
  const { data, error, isFetching, refetch, errorUpdatedAt } = useQuery({ ...listQuery(of, listParams(of, state, where)), placeholderData: keepPreviousData })
  return {
    state,
    change,
    clear,
    conditions: conditionCount(state),
    rows: (data?.result ?? NONE) as unknown as readonly Shown<E>[],
    total: data?.page.total ?? 0,
    hasMore: data?.page.more ?? false,
    isFirstLoad: !data && !error,
    isRefetching: isFetching && data !== undefined,
    error,
    failedAt: errorUpdatedAt,
    reload: () => void refetch(),
    search: searchParams(of, state, where),
  }
}
