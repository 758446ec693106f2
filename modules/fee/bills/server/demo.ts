import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { STANDARD } from '../model/bill-line.ts'
import { openingBalance } from '../model/opening-balance.ts'
import { ask } from './ask-adjustment.ts'
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
/** Corrections of single lines that wait for the second person of finance. */
const CORRECTED = [
  { kind: 'reduce', amount: 50_000, reason: '退役复学学生学费减免，漏记' },
  { kind: 'charge', amount: -40_000, reason: '转专业日期登记有误，多收的差额退回' },
] as const
export async function demoAdjustments(db: Db, xn: string): Promise<void> {
  const maker = await demoAccount(db, 'officer')
  if (!maker) return
  const lines = await db.query<{
    lineId: string
    studentId: string | null
    payerName: string
    item: string
  }>(sql`select l.id as "lineId", l.student_id as "studentId", l.payer_name as "payerName", i.name as item
    from bill_line l join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
    where l.tenant_id = ${db.me.tenantId} and l.xn = ${xn} and l.source_type = ${STANDARD} and l.charged > 50000 order by md5(l.id::text) limit ${CORRECTED.length}`)
  for (const [n, { item, ...line }] of lines.entries()) await ask(db, maker.id, { ...line, about: `${item} ${xn}`, ...(CORRECTED[n] ?? CORRECTED[0]) })
}
