import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { usable } from '#modules/exchange/server/api.ts'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { type Db, handle } from '#server/context.ts'
import { bringHeld, checkList, holdLine, prepareList } from '../model/actions.ts'
import { bankAccount } from '../model/bank-account.ts'
import { fundAccount } from '../model/fund-account.ts'
import { type HELD, payoutLine, payoutList, payoutStates, SOURCES } from '../model/payout.ts'
import { DATASET } from './bank-file.ts'
import { type Line, type List, recount } from './lists.ts'
import { wasAtSchool } from './not-at-school.ts'
import { askToEnter } from './notify.ts'
import { moveHeld } from './reissue.ts'

interface PayoutHold extends Registration {
  kind: 'payoutHold'
  name: string
  find: (db: Db, lines: readonly Line[]) => Promise<ReadonlyMap<string, string>>
}
const holds = extensionPoint<PayoutHold>('payoutHold', { id: h => h.name })
/** Registers why payments wait (40-B2): a disciplinary case, an objection. Answers the reason of each line, by its id. */
export const payoutHold = (name: string, find: PayoutHold['find']): PayoutHold => holds.make({ name, find })

interface Judged {
  id: string
  name: string
  isAtSchool: boolean
  accountId: string | null
  isOther: boolean | null
}
/** Each line's student, whether at school by the history of their status, and the account they have now. */
const judged = (db: Db, list: List): Promise<Judged[]> =>
  db.query<Judged>(sql`select l.id, s.name, ${wasAtSchool(list)} as "isAtSchool", a.id as "accountId", a.verified_at is null and a.holder_name <> s.name as "isOther"
    from payout_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
      left join bank_account a on a.tenant_id = l.tenant_id and a.student_id = l.student_id and a.is_default
    where l.tenant_id = ${db.me.tenantId} and l.list_id = ${list.id} order by l.id`)
type Hold = { heldFor: keyof typeof HELD; failReason: string | null }
function holdOf(list: List, line: Judged, byOthers: ReadonlyMap<string, string>): Hold | undefined {
  if (!line.accountId) return { heldFor: 'noAccount', failReason: null }
  if (line.isOther) return { heldFor: 'name', failReason: null }
  if (SOURCES[list.source].atSchool && !line.isAtSchool) return { heldFor: 'notAtSchool', failReason: null }
  const why = byOthers.get(line.id)
  return why === undefined ? undefined : { heldFor: 'suspended', failReason: why.slice(0, 200) }
}
/** 40-B2: judges every line anew. What is in order gets its number and the account as it is now (40-B5); the rest waits. Lines held by hand stay so. */
async function check(db: Db, list: List): Promise<void> {
  const lines = await db.unscoped(payoutLine).all({ listId: list.id }, { sort: ['createdAt'] }) // of a list in scope
  const byOthers = new Map<string, string>()
  for (const { find } of db.registered(holds)) for (const [id, why] of await find(db, lines)) byOthers.set(id, why)
  const facts = new Map((await judged(db, list)).map(j => [j.id, j]))
  const accounts = new Map((await db.unscoped(bankAccount).all({ id: [...facts.values()].flatMap(f => f.accountId ?? []) })).map(a => [a.id, a])) // of the list's students
  let seq = 0
  // numbers move from line to line: none is taken while they do
  await db.updateWhere(payoutLine, { listId: list.id }, { seq: null }, { bookkeeping: true, history: false })
  const drafts = lines.map(line => {
    const fact = facts.get(line.id) as Judged
    const hold = line.heldFor === 'byHand' ? { heldFor: 'byHand' as const, failReason: line.failReason } : holdOf(list, fact, byOthers)
    const account = accounts.get(fact.accountId ?? '')
    const { bankName = null, branchNo = null, cardNo = null, lastFour = null, holderName = null } = account ?? {}
    const copy = hold ? { bankName: null, branchNo: null, cardNo: null, lastFour: null, holderName: null } : { bankName, branchNo, cardNo, lastFour, holderName }
    return {
      id: line.id,
      seq: hold ? null : ++seq,
      state: hold ? ('held' as const) : ('ready' as const),
      heldFor: hold?.heldFor ?? null,
      failReason: hold?.failReason ?? null,
      ...copy,
    }
  })
  if (drafts.length) await db.updateMany(payoutLine, drafts)
  const after = await db.unscoped(payoutLine).all({ listId: list.id, state: 'held', heldFor: ['noAccount', 'name'] }) // of a list in scope
  await askToEnter(db, after)
}
const fundName = async (db: Db, id: string): Promise<string> => (await db.unscoped(fundAccount).one(id)).name // of a list in scope
export default [
  handle(prepareList, async (ctx, { id, fundId = null, ...given }) => {
    const { db } = ctx
    const list = await db.visible(payoutList).lock(id, 'prepare')
    if (!SOURCES[list.source].reserves && list.fundId && fundId !== list.fundId) throw refusalOf(payoutList, 'fundFixed', { fund: await fundName(db, list.fundId) }, 'fundId')
    const { profile } = await usable(ctx, given.profileId)
    if (profile.dataset !== DATASET) throw refusalOf(payoutList, 'profile', { name: profile.name }, 'profileId')
    await db.update(payoutList, list.id, { ...given, fundId })
  }),
  /** Lines that waited on earlier lists of the same source, to be judged anew here. */
  handle(bringHeld, async ({ db }, { id }) => {
    const list = await db.visible(payoutList).lock(id, 'bringHeld')
    const earlier = await db.unscoped(payoutList).all({ source: list.source, state: ['approved', 'exported', 'closed'] }, { sort: ['id'] }) // of the same source
    let count = 0
    for (const from of earlier) {
      if (from.month !== list.month || from.sourceBatchId !== list.sourceBatchId) continue
      const locked = await db.unscoped(payoutList).lock(from.id)
      const lines = await db.unscoped(payoutLine).all({ listId: from.id, state: 'held' }) // of the list just locked
      if (lines.length) await moveHeld(db, locked, list, lines)
      count += lines.length
    }
    return { count }
  }),
  handle(checkList, async ({ db }, { id }) => {
    const list = await db.visible(payoutList).lock(id, 'check')
    await check(db, list)
    await recount(db, id)
    const after = await db.update(payoutList, id, { state: 'checked' })
    return { ready: after.count, held: after.heldCount, total: after.total }
  }),
  handle(holdLine, async ({ db }, { id, reason }) => {
    const { listId } = await db.visible(payoutLine).one(id)
    const list = await db.unscoped(payoutList).lock(listId) // of a line in scope
    if (list.state !== 'draft' && list.state !== 'checked') throw refusalOf(payoutLine, 'listState', { state: { text: payoutStates.labels[list.state] } })
    await db.visible(payoutLine).lock(id, 'hold')
    await db.update(payoutLine, id, { state: 'held', heldFor: 'byHand', failReason: reason, seq: null, cardNo: null })
    await recount(db, list.id)
  }),
]
