import sql from 'sql-template-tag'
import { yuanText } from '#model/money.ts'
import { payOut, releaseGrants, reserveGrants, withdrawGrant } from '#modules/money/server/api.ts'
import { holdersOf } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { openTodos } from '#server/notifications/todos.ts'
import type { Award } from './records.ts'

interface Source {
  /** What the money is paid for: an item in a batch. */
  batchId: string
  title: string
  fundId: string | null
}
const SOURCE = 'awardRecord'
const claimOf = (fundId: string, { id, studentId, amount }: Award) => ({ fundId, sourceType: SOURCE, sourceId: id, studentId, amount: amount ?? 0 })
/** Reserves what was granted on its fund, all of it or none (40-B3), and hands it in; whatever is on a list already is left out (40-B1). */
export async function payAwards(db: Db, { batchId, title, fundId }: Source, rows: readonly Award[]): Promise<void> {
  if (fundId)
    await reserveGrants(
      db,
      rows.map(r => claimOf(fundId, r)),
    )
  await payOut(
    db,
    { source: 'award', title, sourceBatchId: batchId, fundId },
    rows.flatMap(({ id, studentId, amount }) => (amount ? [{ grantId: id, studentId, amount, what: title }] : [])),
  )
}
interface Line {
  state: string
  listState: string
  fundId: string | null
}
/** 40-A10: takes the payment of an award back where it has not gone out; else what was paid is to be recovered. Answers how much. */
export async function unpay(db: Db, row: Award): Promise<number> {
  const { id, amount } = row
  if (!amount) return 0
  const [line] =
    await db.query<Line>(sql`select l.state, p.state as "listState", p.fund_id as "fundId" from payout_line l join payout_list p on p.tenant_id = l.tenant_id and p.id = l.list_id
    where l.tenant_id = ${db.me.tenantId} and l.grant_id = ${id} and p.source = 'award' and l.state <> 'reissued' order by l.created_at desc limit 1`)
  if (!line) return 0
  if (line.listState === 'draft' || line.listState === 'checked') {
    await withdrawGrant(db, 'award', id)
    if (line.fundId) await releaseGrants(db, [claimOf(line.fundId, row)])
    return 0
  }
  return line.state === 'held' || line.state === 'failed' ? 0 : amount
}
/** 40-A10: proposes the recovery to those who keep the money. */
export async function proposeRecovery(db: Db, row: Award, item: string, amount: number): Promise<void> {
  const finance = await holdersOf(db, 'finance')
  await openTodos(
    db,
    finance.map(({ id: userId }) => ({
      userId,
      kind: 'task' as const,
      bizType: 'awardRecord',
      bizId: row.id,
      title: { text: '追回 {name} 的{item} {amount} 元', values: { name: row.recipient ?? '', item, amount: yuanText(amount) } },
      link: `/award/records?id=${row.id}`,
    })),
  )
}
