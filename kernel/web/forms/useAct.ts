import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Action, InputOf, OutputOf } from '#model'
import { isRefusal, newKey, notify, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { actionAddress, entityKey } from '#web/records/address.ts'

/** What an action answers. */
export type AnswerOf<A extends Action> = A['many'] extends true ? ReadonlyArray<OutputOf<A>> : OutputOf<A>
export interface ActOptions<A extends Action> {
  onDone?: ((answer: AnswerOf<A>) => void) | undefined
  /** Further entities whose rows it changes, by name; its own is always fetched anew. */
  changes?: readonly string[] | undefined
  /** Words of success; `false` says nothing. */
  done?: string | false | undefined
}
/** Sends an action once per intent and makes what it changed stale. Whoever may press it is asked by the caller. */
export function useAct<A extends Action>(action: A, { onDone, changes = [], done }: ActOptions<A> = {}): UseMutationResult<AnswerOf<A>, Error, InputOf<A>> {
  const client = useQueryClient()
  const key = useRef(newKey())
  return useMutation<AnswerOf<A>, Error, InputOf<A>>({
    mutationFn: input => post<AnswerOf<A>>(actionAddress(action), input, { idempotencyKey: key.current, quiet: true }),
    onSuccess: answer => {
      key.current = newKey()
      for (const name of [action.of, ...changes]) void client.invalidateQueries({ queryKey: entityKey(name) })
      if (done !== false) notify.success(done ?? t('{{label}}已完成', { label: t(action.label) }))
      onDone?.(answer)
    },
    onError: error => {
      if (isRefusal(error)) key.current = newKey()
    },
  })
}
/** Whether pressing this button asks for a permission at all, and which. */
export const permissionOf = (action: Action): string | undefined => (action.access === 'permission' ? action.permission : undefined)
