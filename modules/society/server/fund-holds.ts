import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type EntryDraft, postEntries } from '#server/ledger/post.ts'
import { fundLedger, HOLD } from '../model/fund.ts'
import { availableOf, type Society, society } from '../model/society.ts'
import { mustSpend, shortage } from './funds.ts'

/** What holds money of a fund, and how its entries name it. */
export interface FundSource {
  sourceType: string
  sourceId: string
  about: string
}
interface Held {
  amount: number
  entries: number
}
async function heldBy(db: Db, { sourceType, sourceId }: FundSource): Promise<Held> {
  const [held] = await db.query<Held>(sql`select coalesce(sum(amount), 0)::float8 as amount, count(*)::int as entries from society_fund_entry
    where tenant_id = ${db.me.tenantId} and source_type = ${sourceType} and source_id = ${sourceId} and kind = ${HOLD}`)
  return held ?? { amount: 0, entries: 0 }
}
/** How much a source holds. */
export const heldFor = async (db: Db, source: FundSource): Promise<number> => (await heldBy(db, source)).amount
/** The entry that brings what a source holds to an amount; none where it holds as much. */
function heldAt(of: Society, { about, ...source }: FundSource, { amount: before, entries }: Held, amount: number): EntryDraft<'hold'>[] {
  if (amount === before) return []
  return [{ ...source, accountId: of.id, kind: HOLD, amount: amount - before, sourceSeq: entries + 1, own: { about, bizDate: today() }, values: shortage(of, amount) }]
}
/** Before a row that names the society is inserted: whose key is shared already waits for others that share it. */
export const lockFund = async (db: Db, societyId: string): Promise<unknown> => db.unscoped(society).lock(societyId) // of an activity that the caller checked
/** 60-AT2: holds so much for a source, whatever it held before; 0 gives all of it back. Under the lock of the society, so that of two at once the second finds what the first left. */
export async function holdFund(db: Db, societyId: string, source: FundSource, amount: number, field?: string): Promise<void> {
  if (!amount && !(await heldBy(db, source)).entries) return
  await db.tx(async tx => {
    const of = await tx.unscoped(society).lock(societyId) // of an activity that the caller checked
    const held = await heldBy(tx, source)
    // what the source has itself is not among the holds of others
    const others = { ...of, held: of.held - held.amount }
    if (amount > held.amount && amount > availableOf(others)) throw refusalOf(society, 'fundShort', shortage(others, amount), field)
    await postEntries(tx, fundLedger, heldAt(others, source, held, amount))
  })
}
/** An expense of a source, by an id of its own. */
export interface Spent extends FundSource {
  amount: number
}
/** 60-AT11: what was spent leaves the fund in place of what was held for it, all at once; the rest is free again. 60-SO9: by two people. */
export async function spendFund(db: Db, societyId: string, source: FundSource, spent: readonly Spent[], by: { makerId: string; checkerId: string }): Promise<void> {
  await db.tx(async tx => {
    const of = await tx.unscoped(society).lock(societyId) // as above
    const held = await heldBy(tx, source)
    const others = { ...of, held: of.held - held.amount }
    const sum = spent.reduce((total, s) => total + s.amount, 0)
    if (sum && of.state !== 'liquidating') mustSpend(of, { kind: 'expense' })
    if (sum > availableOf(others)) throw refusalOf(society, 'fundShort', shortage(others, sum))
    const own = { bizDate: today(), checkerId: by.checkerId }
    await postEntries(tx, fundLedger, [
      ...heldAt(others, source, held, 0),
      ...spent.map(({ about, amount, ...one }) => ({
        ...one,
        accountId: of.id,
        kind: 'expense' as const,
        amount: -amount,
        sourceSeq: 1,
        makerId: by.makerId,
        own: { about, ...own },
      })),
    ])
  })
}
