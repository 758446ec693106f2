import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Action, InputOf } from '#model'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { get, isRefusal, type Query } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { accountStore, keepIfPossible } from '#web/offline/index.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'

/** The answer of an action from the network, else the one kept last on this device. */
export function useKeptRead<A extends Action>(action: A, input: InputOf<A>): UseQueryResult<AnswerOf<A>> {
  const key = `answer ${action.module}.${action.of}.${action.name} ${JSON.stringify(input)}`
  return useQuery({
    queryKey: [...entityKey(action.of), action.name, language(), input],
    queryFn: async ({ signal }): Promise<AnswerOf<A>> => {
      try {
        const answer = await get<AnswerOf<A>>(actionAddress(action), input as Query, { signal, quiet: true })
        keepIfPossible(accountStore().set(key, answer))
        return answer
      } catch (error) {
        const kept = isRefusal(error) || signal.aborted ? undefined : accountStore().get<AnswerOf<A>>(key)
        if (kept === undefined) throw error
        return kept
      }
    },
    meta: { inPlace: true },
    networkMode: 'always',
    retry: false,
  })
}
