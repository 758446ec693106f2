import { type Row, refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { openDay } from '#modules/money/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { proposeDiff, rejectDiff, resolveDiff } from '../model/actions.ts'
import { reconDay } from '../model/recon-day.ts'
import { DIFF_KINDS, HANDLINGS, handlingsOf, reconDiff, type Way } from '../model/recon-diff.ts'
import { countDiffs } from './match.ts'
import { dayOf } from './open-days.ts'
import { settle } from './settle-diff.ts'

type Diff = Row<typeof reconDiff>
/** Locks the day, then the difference: as matching and closing do. */
async function locked(db: Db, id: string, verb: 'propose' | 'resolve' | 'reject'): Promise<Diff> {
  const { dayId, bizDate } = await db.visible(reconDiff).one(id)
  const day = await db.unscoped(reconDay).lock(dayId) // the difference is in the caller's scope
  if (day.state === 'closed') throw refusalOf(reconDiff, 'dayClosed', { day: bizDate })
  return db.visible(reconDiff).lock(id, verb)
}
function mustSuit(diff: Diff, handling: Way): void {
  if (handlingsOf(diff).includes(handling)) return
  throw refusalOf(reconDiff, 'handling', { kind: { text: DIFF_KINDS[diff.kind] }, handling: { text: HANDLINGS[handling] } }, 'handling')
}
const propose = handle(proposeDiff, async ({ db, me }, { id, handling, note }) => {
  const diff = await locked(db, id, 'propose')
  mustSuit(diff, handling)
  await db.update(reconDiff, id, { state: 'proposed', handling, note, makerId: me.userId })
})
const reject = handle(rejectDiff, async ({ db }, { id, why }) => {
  await locked(db, id, 'reject')
  await db.update(reconDiff, id, { state: 'open', handling: null, note: why, makerId: null })
})
/** The difference goes on with the next day, until it is found or handled there. */
async function carry(db: Db, diff: Diff): Promise<void> {
  const next = await openDay(db, { channel: diff.merchantId, bizDate: addDays(diff.bizDate, 1) })
  const dayId = await dayOf(db, diff.merchantId, next)
  const { kind, flow, orderNo, refundNo, txnNo, orderId, refundId, ourAmount, theirAmount, theirFee, ourDay, theirAt, key, merchantId } = diff
  const about = { kind, flow, orderNo, refundNo, txnNo, orderId, refundId, ourAmount, theirAmount, theirFee, ourDay, theirAt, key, merchantId }
  await db.insertOrSkip(reconDiff, { ...about, dayId, bizDate: next, carriedFrom: diff.carriedFrom ?? diff.bizDate, note: diff.note })
  await countDiffs(db, dayId)
}
const resolve = handle(resolveDiff, async ({ db, me }, { id }) => {
  const diff = await locked(db, id, 'resolve')
  if (diff.makerId === me.userId) throw refusalOf(reconDiff, 'sameHand')
  if (diff.handling === 'carry') await carry(db, diff)
  else await settle(db, diff, me.userId)
  await db.update(reconDiff, id, { state: 'done', checkerId: me.userId, handledAt: new Date().toISOString() })
  await countDiffs(db, diff.dayId)
})
export default [propose, reject, resolve]
