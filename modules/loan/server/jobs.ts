import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { AWAITED } from '../model/loan-states.ts'
import { LOAN_MESSAGES } from '../model/messages.ts'
import { loanReceipt } from '../model/receipt.ts'
import { coverChanged } from './cover.ts'
import { tellBorrowers } from './notify.ts'
import { openReceipts } from './receipt-todos.ts'
import { endCover } from './register.ts'

/** Days before its deadline at which a receipt is reminded of (40-L5), the nearest first: of several that have passed one is enough. */
const MARKS = [1, 3, 7, 15] as const

/** 40-L5: receipts near their deadline, on both lists. Past it they are late, and still to be entered. */
export async function remindReceipts(db: Db, on = today()): Promise<number> {
  let count = 0
  for (const mark of MARKS) {
    const near = sql`t.state = 'toEnter' and t.deadline between ${on}::date and ${addDays(on, mark)}::date and coalesce(t.reminded_days, 99) > ${mark}`
    const found = await db.updateWhere(loanReceipt, near, { remindedDays: mark }, { bookkeeping: true, returning: ['id'] })
    const rows = await db.unscoped(loanReceipt).all({ id: found.map(r => r.id) }) // the clock acts on all rows
    await openReceipts(
      db,
      'enter',
      rows.filter(r => r.proof?.length),
    )
    await openReceipts(db, 'near', rows)
    count += rows.length
  }
  const late = await db.updateWhere(loanReceipt, sql`t.state = 'toEnter' and t.deadline < ${on}::date`, { state: 'late' }, { returning: ['id'] })
  return count + late.length
}
/** 40-L2: money that is not here by its day covers its bills until the notice has run; then they are owed. */
export async function endCovers(db: Db, on = today()): Promise<number> {
  const late = await db.unscoped(creditLoan).all({ state: [...AWAITED], 'coverEndsOn.isNull': true, 'expectedOn.le': addDays(on, -1) }) // the clock acts on all rows
  const overdue = late.filter(l => l.arrived < l.approved)
  if (overdue.length) await endCover(db, overdue, '到期没有到账')
  const ended = await db.query<{
    id: string
    studentId: string
    xn: string
    approved: number
  }>(sql`select distinct c.id, c.student_id as "studentId", c.xn, c.approved::float8 as approved
    from credit_loan c join bill_line l on l.tenant_id = c.tenant_id and l.student_id = c.student_id and l.xn = c.xn and l.loan_pending > 0
    where c.tenant_id = ${db.me.tenantId} and c.cover_ends_on < ${on}::date and c.arrived < c.approved`)
  await coverChanged(db, ended)
  await tellBorrowers(db, LOAN_MESSAGES.coverEnded, ended)
  return overdue.length + ended.length
}
export default scheduledJob('loan.dates', '助学贷款期限', '10 6 * * *', db => db.tx(async tx => (await remindReceipts(tx)) + (await endCovers(tx))), {
  due: `select from credit_loan where tenant_id = $1 and state in ('registered', 'receiptEntered', 'awaiting', 'rejected') limit 1`,
})
