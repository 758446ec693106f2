import { handle } from '#server/context.ts'
import { merchantAccount, testConnection } from '../model/merchant-account.ts'
import { merchantOf, siteOf } from './merchant.ts'
import { ProviderDown, ProviderRefusal } from './providers/adapter.ts'
import { adapterOf } from './providers/index.ts'

/** Asks about an order that was never made. An answer, signed by the provider, that there is none proves address, keys and both signatures. */
export default handle(testConnection, async ({ db, ip }, { id }) => {
  const row = await db.visible(merchantAccount).one(id)
  const merchant = await merchantOf(db, row.id)
  const now = new Date().toISOString()
  const charge = { orderNo: `TEST${Date.now()}`, amount: 1, title: '', createdAt: now, expireAt: now, returnUrl: await siteOf(db), ip }
  try {
    const { state } = await adapterOf(row).query(merchant, charge)
    return { ok: true, answer: state }
  } catch (fault) {
    if (fault instanceof ProviderDown || fault instanceof ProviderRefusal) return { ok: false, answer: fault.message.slice(0, 300) }
    throw fault
  }
})
