import { handle } from '#server/context.ts'
import { adapterOf, merchantOf, siteOf } from '../../merchants/server/api.ts'
import { askPayer } from '../model/actions.ts'
import { accountFor } from './create-order.ts'

export default handle(askPayer, async ({ db }, { merchantId, state }) => {
  const account = await accountFor(db, merchantId, 'jsapi')
  const { payer } = adapterOf(account)
  return { url: payer ? payer.page(await merchantOf(db, merchantId), `${await siteOf(db)}/fee/mine`, state) : null }
})
