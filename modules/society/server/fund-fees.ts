import sql from 'sql-template-tag'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { today } from '#server/base/today.ts'
import { type Db, onMany } from '#server/context.ts'
import { postEntries } from '#server/ledger/post.ts'
import { fundLedger } from '../model/fund.ts'
import { societyMember } from '../model/member.ts'
import { availableOf, society } from '../model/society.ts'

const SOURCE = 'billLine'
interface Held {
  amount: number
  entries: number
}
/** What the fund holds of a line. */
async function heldOf(db: Db, lineId: string): Promise<Held> {
  const [held] = await db.query<Held>(sql`select coalesce(sum(amount), 0)::float8 as amount, count(*)::int as entries from society_fund_entry
    where tenant_id = ${db.me.tenantId} and source_type = ${SOURCE} and source_id = ${lineId}`)
  return held ?? { amount: 0, entries: 0 }
}
/** 60-SO8: what members pay by the bills comes into the fund, and what is given back leaves it; never more than the fund has and does not hold. Compared with the line, so that a repeated event changes nothing. */
export async function followFees(db: Db, lineIds: readonly string[]): Promise<void> {
  const lines = await db.unscoped(billLine).all({ id: [...lineIds], sourceType: 'societyMember' }) // of memberships
  const members = new Map((await db.unscoped(societyMember).all({ id: lines.map(l => l.sourceId) })).map(m => [m.id, m.societyId])) // as above
  const inOrder = lines.toSorted((a, b) => ((members.get(a.sourceId) ?? '') < (members.get(b.sourceId) ?? '') ? -1 : 1))
  for (const { id, sourceId, paid, offset } of inOrder) {
    const societyId = members.get(sourceId)
    if (!societyId) continue
    const of = await db.unscoped(society).lock(societyId) // of these memberships
    const held = await heldOf(db, id)
    const amount = Math.max(paid + offset - held.amount, -availableOf(of))
    if (!amount) continue
    const own = { about: '会费', bizDate: today() }
    await postEntries(db, fundLedger, [
      { accountId: societyId, kind: amount > 0 ? 'memberFee' : 'refund', amount, sourceType: SOURCE, sourceId: id, sourceSeq: held.entries + 1, own },
    ])
  }
}
export default onMany(['fee.paid', 'fee.refunded'], 'society.funds', async ({ db }, payloads) => {
  const ids = payloads.flatMap(p => (p.sourceType === 'societyMember' ? String(p.lineId) : []))
  if (ids.length) await followFees(db, [...new Set(ids)])
})
