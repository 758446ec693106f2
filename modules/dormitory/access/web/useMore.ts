import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Action, InputOf } from '#model'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { get, type Query } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'

type Pages<A extends Action> = AnswerOf<A> extends { items: ReadonlyArray<infer I>; next: string | null } ? NonNullable<I> : never
interface Page<I> {
  items: readonly I[]
  next: string | null
}
/** Keyset pagination: accumulated pages, and a function to load more. */
export function useMore<A extends Action>(action: A, input: InputOf<A>, cursor: 'after' | 'before') {
  const read = useInfiniteQuery({
    queryKey: [...entityKey(action.of), action.name, language(), input],
    queryFn: ({ signal, pageParam }) => get<Page<Pages<A>>>(actionAddress(action), { ...input, ...(pageParam ? { [cursor]: pageParam } : {}) } as Query, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: last => last.next,
    meta: { inPlace: true },
    placeholderData: keepPreviousData,
  })
  return { ...read, items: read.data?.pages.flatMap(p => p.items) }
}
