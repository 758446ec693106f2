import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Action, InputOf, OutputOf } from '#model'
import { isRefusal, newKey, notify, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'

/** Result type of an action. */
export type AnswerOf<A extends Action> = A['many'] extends true ? ReadonlyArray<OutputOf<A>> : OutputOf<A>
export interface ActOptions<A extends Action> {
  onDone?: ((answer: AnswerOf<A>) => void) | undefined
  /** Names of further entities whose cached rows the action invalidates; its own always is. */
  changes?: readonly string[] | undefined
  /** Success message; `false` for none. */
  done?: string | false | undefined
}
/** Runs an action with one idempotency key per intent and invalidates the queries it affects. Permission checks are up to the caller. */
export function useAct<A extends Action>(action: A, { onDone, changes = [], done }: ActOptions<A> = {}): UseMutationResult<AnswerOf<A>, Error, InputOf<A>> {
  const client = useQueryClient()
  const key = useRef(newKey())
  return useMutation<AnswerOf<A>, Error, InputOf<A>>({
    mutationFn: input => post<AnswerOf<A>>(actionAddress(action), input, { idempotencyKey: key.current, quiet: true, isSlow: action.isSlow }),
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
/** The permission a button of this action needs, if any. */
export const permissionOf = (action: Action): string | undefined => (action.access === 'permission' ? action.permission : undefined)
