import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { closeDay } from '#modules/money/server/api.ts'
import { accountNames } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { closeReconDay, confirmArrival } from '../model/actions.ts'
import { reconDay } from '../model/recon-day.ts'
import type { Day } from './match.ts'

/** Refuses a day that is closed, is not matched, or has something open; each says what it is. */
async function mayClose(db: Db, day: Day): Promise<void> {
  const { bizDate, state, diffCount } = day
  if (state === 'closed') {
    const name = (await accountNames(db, [day.closedBy ?? ''])).get(day.closedBy ?? '') ?? ''
    throw refusalOf(reconDay, 'closedBy', { day: bizDate, name, at: schoolTimeText(day.closedAt ?? day.updatedAt) })
  }
  if (state !== 'open') throw refusalOf(reconDay, 'notMatched', { day: bizDate })
  if (diffCount) throw refusalOf(reconDay, 'differences', { day: bizDate, n: diffCount })
}
/** Closes a day of an account. The day and the ledger's closed day are one transaction: from then on entries move to the next open day. */
export async function closeLocked(db: Db, day: Day): Promise<void> {
  await mayClose(db, day)
  await closeDay(db, day.merchantId, day.bizDate)
  await db.update(reconDay, day.id, { state: 'closed', closedAt: new Date().toISOString(), closedBy: db.me.userId || null, nextFetchAt: null })
}
const close = handle(closeReconDay, async ({ db }, { id }) => closeLocked(db, await db.visible(reconDay).lock(id)))

/** The settlement of a day is on the school's bank account. What arrives is what was paid, less what the provider charges. */
const arrive = handle(confirmArrival, async ({ db, me, refuse }, { id, arrivedOn, arrivedSum, note }) => {
  const { theirSum, feeSum } = await db.visible(reconDay).lock(id, 'confirmArrival')
  const net = theirSum - feeSum
  if (arrivedSum !== net && !note) return refuse('arrival', { net: yuanText(net), arrived: yuanText(arrivedSum) }, 'arrivedSum')
  await db.update(reconDay, id, { arrivedOn, arrivedSum, arrivalNote: note ?? null, arrivedBy: me.userId })
})
export default [close, arrive]
