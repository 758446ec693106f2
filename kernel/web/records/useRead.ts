import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Action, InputOf } from '#model'
import { followNews, type News } from '#web/app/live.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { get, type Query } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { actionAddress, entityKey } from '#web/records/address.ts'

interface ReadOptions<T> {
  enabled?: boolean
  /** Polling interval in milliseconds, possibly depending on the last response. */
  every?: number | ((answer: T | undefined) => number)
  /** Refetch on server events of this kind. */
  follows?: News
}
/** Query options only, for `useQueries`. */
export const readQuery = <A extends Action, T = AnswerOf<A>>(action: A, input: InputOf<A>) => ({
  queryKey: [...entityKey(action.of), action.name, language(), input],
  queryFn: ({ signal }: { signal: AbortSignal }) => get<T>(actionAddress(action), input as Query, { signal, quiet: true }),
  meta: { inPlace: true },
})
/** Query of a read action; invalidated by every write to its entity. */
export function useRead<A extends Action, T = AnswerOf<A>>(action: A, input: InputOf<A>, { enabled = true, every, follows }: ReadOptions<T> = {}) {
  const read = useQuery({
    ...readQuery<A, T>(action, input),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: typeof every === 'function' ? query => every(query.state.data) : (every ?? false),
  })
  const { refetch } = read
  useEffect(() => (follows ? followNews(follows, () => void refetch()) : undefined), [follows, refetch])
  return read
}
