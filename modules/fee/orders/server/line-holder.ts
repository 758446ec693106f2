import { Refusal } from '#model'
import { lineHolders } from '../../bills/server/api.ts'
import { closeFormer, openOrdersOf } from './create-order.ts'

/** 40-F18: a line that is withdrawn leaves its open order first, which is closed at its provider. One that was paid is booked; one at the counter, or whose provider does not answer, stays. */
export default lineHolders.make({
  code: 'orders',
  async release(db, lineIds) {
    for (const order of await openOrdersOf(db, lineIds))
      await closeFormer(db, order).catch((fault: unknown) => {
        if (!(fault instanceof Refusal)) throw fault
      })
  },
  isHeld: async (db, lineIds) => (await openOrdersOf(db, lineIds)).length > 0,
})
