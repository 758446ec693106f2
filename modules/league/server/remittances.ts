import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { postMoney } from '#modules/money/server/api.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { branchLedger, leagueBranch } from '../model/branch.ts'
import { confirmReceipt, explainDifference, OPEN_REMITTANCES, remit, remittance, returnRemittance, sendRemittance } from '../model/remittance.ts'
import { type Branch, mustStandFor } from './reach.ts'
import { remittanceTodos } from './remittance-todos.ts'
import { settingsOf } from './settings.ts'

export type Remittance = Row<typeof remittance>
/** The branches below a committee, and a branch itself. */
const below = (db: Db, id: string) => sql`(with recursive u as (select id from league_branch where tenant_id = ${db.me.tenantId} and id = ${id}
  union select b.id from league_branch b join u on b.parent_id = u.id where b.tenant_id = ${db.me.tenantId}) select id from u)`
/** What members of these branches have paid for a plan, and what earlier remittances of the same sender cover of it. */
async function collectedOf(db: Db, planId: string, fromId: string): Promise<{ collected: number; covered: number; paying: number }> {
  const fees = sql`league_fee f where f.tenant_id = ${db.me.tenantId} and f.plan_id = ${planId} and f.branch_id in ${below(db, fromId)}`
  const [sums] = await db.query<{ collected: number; covered: number; paying: number }>(sql`select
    (select coalesce(sum(f.paid), 0)::float8 from ${fees}) as collected,
    (select coalesce(sum(r.collected), 0)::float8 from remittance r where r.tenant_id = ${db.me.tenantId} and r.plan_id = ${planId} and r.from_id = ${fromId}) as covered,
    (select count(*)::int from pay_order_line o join pay_order p on p.tenant_id = o.tenant_id and p.id = o.order_id and p.state = 'paying'
      where o.tenant_id = ${db.me.tenantId} and o.is_open and o.bill_line_id in (select f.bill_line_id from ${fees})) as paying`)
  return sums ?? { collected: 0, covered: 0, paying: 0 }
}
/** 40-G8: locks the branch, so that two do not hand up the same sum. */
const make = handle(remit, async (ctx, { planId, fromId }) => {
  const { db } = ctx
  await mustStandFor(ctx, [fromId], remit.permission)
  const { name, parentId, level } = await db.unscoped(leagueBranch).lock(fromId) // just checked
  if (!parentId) throw refusalOf(remittance, 'top', { name })
  if (await db.unscoped(remittance).find({ planId, fromId, state: OPEN_REMITTANCES })) throw refusalOf(remittance, 'open', { name }) // of the same sender
  const { collected, covered, paying } = await collectedOf(db, planId, fromId)
  if (paying) throw refusalOf(remittance, 'paying', { name, n: paying })
  if (collected <= covered) throw refusalOf(remittance, 'nothing', { name, collected: yuanText(collected), remitted: yuanText(covered) })
  const { branchShare, collegeShare } = await settingsOf(db)
  const dueShare = level === 'branch' ? branchShare : collegeShare
  const base = collected - covered
  const row = await db.insert(remittance, { planId, fromId, toId: parentId, collected: base, dueShare, due: Math.round((base * dueShare) / 100) })
  return { id: row.id, collected: row.collected, due: row.due }
})
/** A remittance, locked, and the two who are its sides. */
async function locked(ctx: Ctx, id: string, verb: 'send' | 'confirm' | 'explain' | 'return'): Promise<{ row: Remittance; from: Branch }> {
  const { db } = ctx
  // a secretary reaches no rows of others, and sends for the own branch alone: checked next
  const row = await (verb === 'send' ? db.unscoped(remittance) : db.visible(remittance)).lock(id, verb)
  const side = verb === 'send' ? row.fromId : row.toId
  await mustStandFor(ctx, [side], verb === 'send' ? remit.permission : confirmReceipt.permission)
  return { row, from: await db.unscoped(leagueBranch).one(row.fromId) } // names the account of the entry
}
const send = handle(sendRemittance, async (ctx, { id, amount, voucher }) => {
  const { db, me } = ctx
  await locked(ctx, id, 'send')
  const after = await db.update(remittance, id, {
    amount,
    voucher: voucher ?? null,
    received: null,
    note: null,
    explainedById: null,
    state: 'sent',
    sentById: me.userId,
    sentAt: new Date().toISOString(),
  })
  await attachFiles(db, remittance, id, { voucher: voucher ?? null })
  await remittanceTodos(db, after)
})
/** Equal sums close it. Different ones stay open with both values, until one of the receiver explains and another confirms (as differences with the bank, 40-F). */
const confirm = handle(confirmReceipt, async (ctx, { id, received }) => {
  const { db, me } = ctx
  const { row, from } = await locked(ctx, id, 'confirm')
  if (row.sentById === me.userId) throw refusalOf(remittance, 'sameHand')
  const isExplained = row.explainedById !== null && row.received === received
  if (isExplained && row.explainedById === me.userId) throw refusalOf(remittance, 'sameChecker')
  const known = { received, receivedById: me.userId, receivedAt: new Date().toISOString() }
  const isDone = received === row.amount || isExplained
  const after = await db.update(remittance, id, { ...known, ...(isDone ? { state: 'received' as const } : { explainedById: null }) })
  if (isDone && received)
    await postMoney(db, branchLedger, { book: 'league' }, [
      { accountId: row.fromId, accountKey: from.name, kind: 'remit', amount: received, sourceType: 'remittance', sourceId: id, sourceSeq: 1, values: { branch: from.name } },
    ])
  await remittanceTodos(db, after)
  return after.state
})
const explain = handle(explainDifference, async (ctx, { id, note }) => {
  const { row } = await locked(ctx, id, 'explain')
  if (row.received === null || row.received === row.amount) throw refusalOf(remittance, 'equal')
  await remittanceTodos(ctx.db, await ctx.db.update(remittance, id, { note, explainedById: ctx.me.userId }))
})
const giveBack = handle(returnRemittance, async (ctx, { id, note }) => {
  await locked(ctx, id, 'return')
  await remittanceTodos(ctx.db, await ctx.db.update(remittance, id, { note, state: 'returned' }))
})
export default [
  make,
  send,
  confirm,
  explain,
  giveBack,
  compute(remittance, ['difference'], async (_ctx, rows) => {
    for (const row of rows) row.difference = typeof row.received === 'number' && typeof row.amount === 'number' && row.received !== row.amount ? row.received - row.amount : null
  }),
]
