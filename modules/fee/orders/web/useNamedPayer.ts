import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InputOf } from '#model'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { get, newKey } from '#web/http/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { actionAddress } from '#web/values/address.ts'
import { askPayer, createOrder } from '../model/actions.ts'
import { keepErrand, takeErrand } from './errand.ts'

type Order = InputOf<typeof createOrder>
/** Paying inside WeChat, whose bridge pays for a payer it has named: leaves with the order, and makes it when the browser returns with a code. */
export function useNamedPayer(onMade: (made: AnswerOf<typeof createOrder>) => void) {
  const [params, , put] = useOwnParams()
  const [code, state] = [params.get('code'), params.get('state')]
  const { mutate, error: refused } = useAct(createOrder, { onDone: onMade, done: false })
  useEffect(() => {
    if (!code) return
    const order = takeErrand(state)
    put({ code: null, state: null })
    if (order) mutate({ ...order, code })
  }, [code, state, mutate, put])
  const leaving = useMutation({
    mutationFn: async (order: Order) => {
      const errand = { order, state: newKey() }
      const { url } = await get<AnswerOf<typeof askPayer>>(actionAddress(askPayer), { merchantId: order.merchantId, state: errand.state }, { quiet: true })
      if (!url) return mutate(order)
      keepErrand(errand)
      window.location.assign(url)
    },
  })
  return { leave: leaving.mutate, error: refused ?? leaving.error }
}
