import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Action, InputOf } from '#model'
import type { Read } from '#web/feedback/Loaded.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { get, isRefusal, type Query } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { keepAnswer, keptAnswer } from '#web/offline/answers.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'

interface Answered<T> {
  answer: T
  keptAt?: number
}
interface KeptReadOptions<T> {
  enabled?: boolean
  /** Polling interval in milliseconds, depending on the last answer. */
  every?: (answer: T | undefined) => number
  /** For lists whose filter or page changes: the previous answer stays until the next is there. */
  keeps?: boolean
}
export interface KeptRead<T> extends Read<T> {
  /** When the answer was seen, if there is no network now. */
  readonly keptAt: number | undefined
  readonly isPlaceholderData: boolean
  refetch(): Promise<unknown>
}
/** The answer from the network, else the one kept last on this device. */
export async function readKept<A extends Action>(action: A, input: InputOf<A>, signal: AbortSignal): Promise<Answered<AnswerOf<A>>> {
  try {
    const answer = await get<AnswerOf<A>>(actionAddress(action), input as Query, { signal, quiet: true })
    keepAnswer(action, input, answer)
    return { answer }
  } catch (error) {
    const kept = isRefusal(error) || signal.aborted ? undefined : keptAnswer<AnswerOf<A>>(action, input)
    if (!kept) throw error
    return { answer: kept.answer, keptAt: kept.at }
  }
}
/** The answer of an action from the network, else the one kept last on this device. */
export function useKeptRead<A extends Action>(action: A, input: InputOf<A>, { enabled = true, every, keeps = false }: KeptReadOptions<AnswerOf<A>> = {}): KeptRead<AnswerOf<A>> {
  const { data, error, errorUpdatedAt, isPlaceholderData, refetch } = useQuery<Answered<AnswerOf<A>>>({
    queryKey: [...entityKey(action.of), action.name, language(), input, 'kept'],
    queryFn: ({ signal }) => readKept(action, input, signal),
    enabled,
    ...(keeps ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: every ? query => every(query.state.data?.answer) : false,
    meta: { inPlace: true },
    retry: false,
  })
  return { data: data?.answer, keptAt: data?.keptAt, error, errorUpdatedAt, isPlaceholderData, refetch }
}
