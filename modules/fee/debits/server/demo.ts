import { Refusal } from '#model'
import { exportProfile } from '#modules/exchange/model/profile.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { merchantAccount } from '../../merchants/model/merchant-account.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { debitBatch, debitLine } from '../model/debit.ts'
import { collect, DATASET, recount } from './batch.ts'

const AGO = 2
/** A batch of lodging fees that the bank has. */
export async function demoDebits(db: Db, xn: string): Promise<void> {
  const [finance, lodging, profile] = [
    await demoAccount(db, 'finance'),
    await db.unscoped(chargeItem).find({ code: 'lodging' }),
    await db.unscoped(exportProfile).find({ dataset: DATASET }),
  ] // demo data
  if (!finance || !lodging || !profile) return
  const account = await db.insert(merchantAccount, { provider: 'bankDebit', name: '工行代扣', merchantNo: 'DK8801', isEnabled: true, mode: 'test' })
  const given = { title: '住宿费代扣', itemId: lodging.id, xn, merchantId: account.id, profileId: profile.id, debitOn: day(-AGO) }
  const made = await db
    .tx(tx => collect(tx, given, account, finance.id))
    .catch((fault: unknown) => {
      if (fault instanceof Refusal) return undefined // nobody owes it and has a card
      throw fault
    })
  if (!made) return
  await db.updateWhere(debitLine, { batchId: made.id }, { state: 'exported' })
  await recount(db, made.id)
  await db.update(debitBatch, made.id, { state: 'exported', exportedAt: moment(-AGO, '09:40') })
}
