import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { offsetBills } from '#modules/fee/server/api.ts'
import { spendGrants } from '#modules/money/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { subsidyApplication } from '../model/application.ts'
import { subsidyGrant } from '../model/grant.ts'
import type { Application } from './claims.ts'
import type { Grant } from './grants.ts'
import type { Item } from './items.ts'

/**
 * 40-Z6: writes a reduction on the line of the application, at most what it owes under the line's lock. What exceeds it is refused with the figures, or paid to the student where the item says so.
 * A fund that pays for it has spent the part on the bill at once.
 */
export async function reduceBill(db: Db, row: Application, item: Item, grant: Grant): Promise<void> {
  const lineId = row.lineId ?? ''
  const source = { sourceType: 'subsidyApplication', sourceId: row.id }
  const [done] = await offsetBills(db, [{ ...source, kind: item.fundId ? 'aidOffset' : 'reduce', amount: grant.amount, reason: item.name, on: { lineIds: [lineId] } }])
  const [onBill, rest] = [done?.total ?? 0, grant.amount - (done?.total ?? 0)]
  if (rest && !item.refundsPaid) {
    const line = await db.unscoped(billLine).one(lineId) // the line of the application
    const charge = (await db.unscoped(chargeItem).one(line.itemId)).name // an item of the price list
    throw refusalOf(subsidyApplication, 'overLine', { charge, owed: yuanText(onBill), amount: yuanText(grant.amount) })
  }
  if (grant.fundId) await spendGrants(db, [{ fundId: grant.fundId, sourceType: 'subsidyGrant', sourceId: grant.id, studentId: row.studentId, amount: onBill }])
  const state = rest ? ('active' as const) : ('finished' as const)
  await db.update(subsidyGrant, grant.id, { paid: onBill, plan: [{ month: null, amount: rest }], state, ...(rest ? {} : { endedOn: today() }) })
}
