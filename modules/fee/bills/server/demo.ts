import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { openingBalance } from '../model/opening-balance.ts'
import { handOver } from './opening-balances.ts'

const [OWING, STEP] = [3, 120_000]
/** What some students of the oldest grade still owed of an item in the former system. */
export async function demoOpenings(db: Db, itemId: string, xn: string): Promise<void> {
  const owing = await db.query<{ id: string }>(
    sql`select id from student where tenant_id = ${db.me.tenantId} and has_record and deleted_at is null order by grade, md5(id::text) limit ${OWING}`,
  )
  const drafts = owing.map(({ id: studentId }, n) => ({ studentId, itemId, xn, amount: (n + 1) * STEP, dueDate: `${xn.slice(5)}-06-30`, note: '从原收费系统转入' }))
  const ids = await Promise.all(drafts.map(draft => db.insert(openingBalance, draft)))
  await handOver(db, await db.unscoped(openingBalance).all({ id: ids.map(r => r.id) })) // demo data
}
