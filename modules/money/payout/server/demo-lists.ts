import { exportProfile } from '#modules/exchange/model/profile.ts'
import type { Db } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { bankAccount } from '../model/bank-account.ts'
import { payoutLine, payoutList, SOURCES } from '../model/payout.ts'
import { DATASET } from './bank-file.ts'
import { type FundEntry, postFund } from './funds.ts'
import { digestOf, type Grant, recount } from './lists.ts'

interface Draft {
  source: 'wage' | 'subsidy'
  title: string
  sourceBatchId?: string
  month: string
  bizDate: string
  fundId: string
  state: 'exported' | 'closed'
}
/** A list that went to the bank, its money reserved. Whoever has no card is left out. */
export async function listOf(db: Db, draft: Draft, grants: readonly Grant[]): Promise<string> {
  const { reserves } = SOURCES[draft.source]
  const listNo = await serialNo(db, 'FF', 'payout_list_no_seq')
  const [profile, maker] = [await db.unscoped(exportProfile).find({ dataset: DATASET }), await demoAccount(db, 'finance')] // delivered with the product
  const list = await db.insert(payoutList, { ...draft, listNo, approvals: 1, profileId: profile?.id ?? null, makerId: maker?.id ?? null })
  const accounts = new Map((await db.unscoped(bankAccount).all({ studentId: grants.map(g => g.studentId) })).map(a => [a.studentId, a])) // demo data
  const lines = grants.flatMap(({ round: _, ...grant }, n) => {
    const card = accounts.get(grant.studentId)
    if (!card) return []
    const { bankName, cardNo, lastFour, holderName } = card
    const account = { bankName, cardNo, lastFour, holderName }
    return [{ ...grant, listId: list.id, month: draft.month, ...account, seq: n + 1, state: 'exported' as const, reservedBy: reserves ? `${list.id}#1` : draft.source }]
  })
  await db.insertMany(payoutLine, lines, { history: false })
  const total = lines.reduce((sum, l) => sum + l.amount, 0)
  // what its source has reserved is not reserved again
  if (reserves) await postFund(db, draft.fundId, [{ kind: 'reserve', amount: total, sourceType: 'payoutList', sourceId: list.id, sourceSeq: 1 }])
  await recount(db, list.id)
  await db.update(payoutList, list.id, { digest: await digestOf(db, list.id) })
  return list.id
}
/** The same after the bank has answered: all paid but one. */
export async function paidList(db: Db, draft: Omit<Draft, 'state'>, grants: readonly Grant[]): Promise<void> {
  const id = await closedList(db, draft, grants, 1)
  const [failed] = await db.unscoped(payoutLine).all({ listId: id, state: 'exported' }) // demo data
  if (failed) await db.update(payoutLine, failed.id, { state: 'failed', failReason: '账号与户名不符' })
  await recount(db, id)
}
/** A list that the bank has paid, but for so many of its last lines. */
export async function closedList(db: Db, draft: Omit<Draft, 'state'>, grants: readonly Grant[], open = 0): Promise<string> {
  const id = await listOf(db, { ...draft, state: 'closed' }, grants)
  const lines = await db.unscoped(payoutLine).all({ listId: id }, { sort: ['seq'] }) // demo data
  const paid = lines.slice(0, lines.length - open)
  await db.updateMany(
    payoutLine,
    paid.map(l => ({ id: l.id, state: 'paid' as const, paidOn: draft.bizDate })),
    { history: false },
  )
  await postFund(
    db,
    draft.fundId,
    paid.map((l): FundEntry => ({ kind: 'spend', amount: l.amount, sourceType: 'payoutLine', sourceId: l.id, sourceSeq: 1, studentId: l.studentId })),
  )
  await recount(db, id)
  return id
}
