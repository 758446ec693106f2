import { useQuery } from '@tanstack/react-query'
import type { Action } from '#model'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { post } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { actionAddress } from '#web/values/address.ts'
import type { KeyLink } from './KeyPage.tsx'

/** What the key of a link opens. It is sent in the body: addresses stand in logs. No write makes it read again. `every` is a polling interval in milliseconds. */
export const useKeyRead = <A extends Action>(action: A, link: KeyLink, { every }: { every?: number } = {}) =>
  useQuery({
    queryKey: ['keyed', action.of, action.name, language(), link],
    queryFn: ({ signal }) => post<AnswerOf<A>>(actionAddress(action), link, { signal, quiet: true }),
    meta: { inPlace: true },
    retry: false,
    refetchInterval: every ?? false,
  })
