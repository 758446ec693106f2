import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Action, InputOf } from '#model'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { get, type Query } from '#web/http/index.ts'
import { followNews, type News } from '#web/http/live.ts'
import { language } from '#web/i18n/index.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'

interface ReadOptions<T> {
  enabled?: boolean
  /** Polling interval in milliseconds, possibly depending on the last response. */
  every?: number | ((answer: T | undefined) => number)
  /** Refetch on server events of this kind. */
  follows?: News
  /** For lists whose filter or page changes: the previous answer stays until the next is there. Figures and records must not: they would stand under another day or name. */
  keeps?: boolean
}
/** Query options only, for `useQueries`. */
export const readQuery = <A extends Action, T = AnswerOf<A>>(action: A, input: InputOf<A>) => ({
  queryKey: [...entityKey(action.of), action.name, language(), input],
  queryFn: ({ signal }: { signal: AbortSignal }) => get<T>(actionAddress(action), input as Query, { signal, quiet: true, isSlow: action.isSlow }),
  meta: { inPlace: true },
})
/** Options of `useRead` for the query client. */
export const readOptions = <A extends Action, T = AnswerOf<A>>(action: A, input: InputOf<A>, { enabled = true, every, keeps = false }: ReadOptions<T> = {}) => ({
  ...readQuery<A, T>(action, input),
  enabled,
  ...(keeps ? { placeholderData: keepPreviousData } : {}),
  refetchInterval: typeof every === 'function' ? (query: { state: { data: T | undefined } }) => every(query.state.data) : (every ?? (false as const)),
})
/** Query of a read action; invalidated by every write to its entity. */
export function useRead<A extends Action, T = AnswerOf<A>>(action: A, input: InputOf<A>, options: ReadOptions<T> = {}) {
  const { follows } = options
  const read = useQuery(readOptions<A, T>(action, input, options))
  const { refetch } = read
  // a result renders again for what was read of it; what shows these two may be a chunk that arrives after the answer
  void [read.data, read.error]
  useEffect(() => (follows ? followNews(follows, () => void refetch()) : undefined), [follows, refetch])
  return read
}
