import { type Row, refusalOf } from '#model'
import { MANUAL } from '#model/ledger.ts'
import { yuanText } from '#model/money.ts'
import { holdersOf } from '#server/access/holders.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { ledgerCheck } from '#server/ledger/check.ts'
import { lockAccounts } from '#server/ledger/post.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { ledgerEntry } from '../../ledger/model/ledger-entry.ts'
import { type MoneyDraft, postMoney } from '../../ledger/server/api.ts'
import { approveBudget, askBudget, moveFund } from '../model/actions.ts'
import { availableOf, fundAccount, fundLedger } from '../model/fund-account.ts'
import { FUND_MESSAGES } from '../model/messages.ts'

export type Fund = Row<typeof fundAccount>
type Kind = keyof typeof fundLedger.effects
export interface FundEntry extends Pick<MoneyDraft<Kind>, 'amount' | 'sourceType' | 'sourceId' | 'sourceSeq' | 'reason' | 'makerId' | 'studentId'> {
  kind: Kind
}
type Totals = Record<string, number>
const leftOf = ({ budget = 0, reserved = 0, spent = 0 }: Totals): number => availableOf({ budget, reserved, spent })
const textsOf = (totals: Totals) => ({
  ...{ budgetText: yuanText(totals.budget ?? 0), reservedText: yuanText(totals.reserved ?? 0), spentText: yuanText(totals.spent ?? 0) },
  leftText: yuanText(leftOf(totals)),
})
/** Refuses a sum that a fund does not bear now, with its figures, for callers that reserve it later. */
export async function mustBear(db: Db, fundId: string, amount: number): Promise<void> {
  const fund = await db.unscoped(fundAccount).one(fundId) // what names it is in the caller's scope
  const { name, budget, reserved, spent } = fund
  if (amount > availableOf(fund)) throw refusalOf(fundAccount, 'short', { fund: name, ...textsOf({ budget, reserved, spent }), wantedText: yuanText(amount) })
}
/** Posts entries of funds under their locks, taken in the order of their ids (40-B3). A shortage is refused with budget, reserved, spent, left and what is asked, and nothing is written. */
export async function postFunds(db: Db, entries: ReadonlyArray<FundEntry & { fundId: string }>): Promise<void> {
  if (!entries.length) return
  const ids = [...new Set(entries.map(e => e.fundId))]
  await db.tx(async tx => {
    const before = await lockAccounts(tx, fundLedger, ids)
    const names = new Map((await tx.unscoped(fundAccount).all({ id: ids })).map(f => [f.id, f.name])) // what names them is in the caller's scope
    const asked = Map.groupBy(entries, e => e.fundId)
    const wanted = (fundId: string) => ({ wantedText: yuanText(Math.abs((asked.get(fundId) ?? []).reduce((sum, e) => sum + e.amount, 0))) })
    const drafts = entries.map(({ fundId, ...entry }) => {
      const fund = names.get(fundId) ?? ''
      return { ...entry, accountId: fundId, accountKey: fund, values: { fund, ...textsOf(before.get(fundId) ?? {}), ...wanted(fundId) } }
    })
    await postMoney(tx, fundLedger, { book: 'fund' }, drafts)
    await tellLow(tx, before)
  })
}
/** The same for one fund. */
export const postFund = (db: Db, fundId: string, entries: readonly FundEntry[]): Promise<void> =>
  postFunds(
    db,
    entries.map(entry => ({ ...entry, fundId })),
  )
/** Part of its budget below which a fund is nearly spent. */
const LOW = 0.1
/** Tells the office once, by the posting with which a fund falls below a tenth of its budget. */
async function tellLow(db: Db, before: ReadonlyMap<string, Totals>): Promise<void> {
  const isLow = (totals: Totals): boolean => leftOf(totals) < LOW * (totals.budget ?? 0)
  const now = await db.unscoped(fundAccount).all({ id: [...before.keys()] }) // of the entries just posted
  const fallen = now.filter(({ id, budget, reserved, spent }) => isLow({ budget, reserved, spent }) && !isLow(before.get(id) ?? {}))
  if (!fallen.length) return
  const to = (await holdersOf(db, 'officer', 'finance')).map(h => h.id)
  await notifyAbout(
    db,
    FUND_MESSAGES.fundLow,
    aboutFund,
    fallen.map(row => ({ row, to })),
  )
}
const aboutFund: MessageAbout<Fund> = {
  bizType: 'fundAccount',
  link: ({ id }) => `/money/funds?id=${id}`,
  values: fund => ({ fund: fund.name, budget: yuanText(fund.budget), left: yuanText(availableOf(fund)) }),
}
/** What a grant keeps of a fund until it is paid or given back. */
export interface FundClaim {
  fundId: string
  /** The grant, named as the ledger names what caused an entry. */
  sourceType: string
  sourceId: string
  /** Numbers of one grant: a grant that is raised or cut reserves or releases under the next one. */
  sourceSeq?: number
  studentId: string
  amount: number
}
const entriesOf = (kind: 'reserve' | 'release' | 'spend', claims: readonly FundClaim[]) => claims.filter(c => c.amount > 0).map(claim => ({ sourceSeq: 1, ...claim, kind }))
/**
 * 40-Z3: reserves grants on their funds, all of them or none; a shortage is refused with the fund's figures. A grant that is reserved already is left as it is. Paying it by a list of a
 * source that reserves (`SOURCES`) turns it from reserved into spent.
 */
export const reserveGrants = (db: Db, claims: readonly FundClaim[]): Promise<void> => postFunds(db, entriesOf('reserve', claims))
/** Frees what grants had reserved and is not paid out any more: rejected, withdrawn, ended. The amount is the caller's: what was paid is spent. */
export const releaseGrants = (db: Db, claims: readonly FundClaim[]): Promise<void> => postFunds(db, entriesOf('release', claims))
/** Turns what grants have reserved into spent where no payout list does: money that went onto a bill. */
export const spendGrants = (db: Db, claims: readonly FundClaim[]): Promise<void> => postFunds(db, entriesOf('spend', claims))
/** Money that was spent and comes back: the fund may spend it again. More than was spent is refused. */
export async function returnToFund(db: Db, fundId: string, back: Omit<FundEntry, 'kind' | 'sourceSeq'>): Promise<void> {
  await db.tx(async tx => {
    const totals = (await lockAccounts(tx, fundLedger, [fundId])).get(fundId) ?? {}
    const { name } = await tx.unscoped(fundAccount).one(fundId) // what names it is in the caller's scope
    if ((totals.spent ?? 0) < back.amount) throw refusalOf(fundAccount, 'notSpent', { fund: name, ...textsOf(totals), wantedText: yuanText(back.amount) })
    await postFund(tx, fundId, [
      { ...back, kind: 'spend', amount: -back.amount, sourceSeq: 1 },
      { ...back, kind: 'release', sourceSeq: 2 },
    ])
  })
}
export default [
  compute(fundAccount, ['available'], async (_ctx, rows) => {
    for (const row of rows) row.available = availableOf(row)
  }),
  rules(fundAccount, {
    async remove({ db }, row) {
      if (await db.unscoped(ledgerEntry).count({ accountId: row.id })) throw refusalOf(fundAccount, 'used', { name: row.name }) // any entry keeps it
    },
  }),
  handle(askBudget, ({ db }, { id, ...asked }) => ask(db, id, asked)),
  handle(moveFund, async ({ db }, { id, toId, amount, reason }) => {
    if (id === toId) throw refusalOf(fundAccount, 'sameFund', {}, 'toId')
    await db.visible(fundAccount).one(toId)
    await ask(db, id, { amount: -amount, reason, toId })
  }),
  /** 40-M4: booked by somebody else than who asked. Money that moves is posted to both funds in one call. */
  handle(approveBudget, async ({ db, me }, { id }) => {
    const { askedTo } = await db.visible(fundAccount).one(id)
    await lockAccounts(db, fundLedger, askedTo ? [id, askedTo] : [id])
    const row = await db.visible(fundAccount).lock(id)
    if (row.asked === null || row.askedTo !== askedTo) throw refusalOf(fundAccount, 'nothing', { name: row.name })
    if (row.askedBy === me.userId) throw refusalOf(fundAccount, 'sameHand')
    const entry = { kind: 'budget', sourceType: MANUAL, sourceId: uuidv7(), reason: row.askedReason, makerId: row.askedBy ?? '' } as const
    const other = askedTo ? [{ ...entry, fundId: askedTo, amount: -row.asked, sourceSeq: 2 }] : []
    await postFunds(db, [{ ...entry, fundId: id, amount: row.asked, sourceSeq: 1 }, ...other])
    await db.update(fundAccount, id, { asked: null, askedReason: null, askedBy: null, askedTo: null })
  }),
  ledgerCheck(fundLedger, { role: 'finance', link: '/money/funds' }),
]
async function ask(db: Db, id: string, { amount, reason, toId = null }: { amount: number; reason: string; toId?: string | null }): Promise<void> {
  const row = await db.visible(fundAccount).lock(id)
  if (row.asked !== null) throw refusalOf(fundAccount, 'asking', { name: row.name })
  await db.update(fundAccount, id, { asked: amount, askedReason: reason, askedBy: db.me.userId, askedTo: toId })
}
