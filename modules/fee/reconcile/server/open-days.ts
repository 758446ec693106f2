import sql from 'sql-template-tag'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { addDays, eachDay } from '#modules/campus/model/days.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { merchantAccount } from '../../merchants/model/merchant-account.ts'
import { accountOf, adapterOf, openMerchants } from '../../merchants/server/api.ts'
import { closeReconDay } from '../model/actions.ts'
import { RECON_MESSAGES } from '../model/messages.ts'
import { reconDay } from '../model/recon-day.ts'
import { aboutDay } from './day-todos.ts'
import type { Day } from './match.ts'

/** How far back days are opened that were missed. */
const BACK_DAYS = 7
const ALARM_AT = '18:00'
type Account = Awaited<ReturnType<typeof openMerchants>>[number]

function draftOf({ id, provider, mode }: Account, bizDate: string) {
  const { statementAt } = adapterOf({ provider }).capabilities
  const next = addDays(bizDate, 1)
  const clock = statementAt ? { nextFetchAt: schoolInstant(next, statementAt), alarmAt: schoolInstant(next, ALARM_AT) } : {}
  return { merchantId: id, bizDate, isTest: mode === 'test', ...clock }
}
/** The day of an account, opened if it is not there. */
export async function dayOf(db: Db, merchantId: string, bizDate: string): Promise<string> {
  return db.getOrCreateId(reconDay, ['merchantId', 'bizDate'], draftOf(await accountOf(db, merchantId), bizDate))
}
/** Opens the days that are over: of accounts that take money and have a statement, and of any account that took some. */
export async function openDays(db: Db): Promise<number> {
  const [from, to] = [addDays(today(), -BACK_DAYS), addDays(today(), -1)]
  const taken = await db.query<{ id: string; day: string }>(sql`select distinct merchant_id as id, paid_on::text as day from order_payment
    where tenant_id = ${db.me.tenantId} and paid_on between ${from}::date and ${to}::date`)
  const accounts = await db.cached(merchantAccount)
  const asked = (await openMerchants(db)).filter(a => adapterOf(a).capabilities.statementAt !== null)
  const drafts = [
    ...asked.flatMap(a => eachDay(from, to).flatMap(day => (day >= schoolDate(a.createdAt) ? [draftOf(a, day)] : []))),
    ...taken.flatMap(({ id, day }) => (accounts.has(id) ? [draftOf(accounts.get(id) as Account, day)] : [])),
  ]
  return db.insertMany(reconDay, drafts, { skipExisting: true, history: false })
}
const missing = whenDue(reconDay, {
  when: `t.state = 'waiting' and t.alarmed_at is null`,
  at: 'alarmAt',
  set: now => ({ alarmedAt: now }),
  bookkeeping: true,
  async act(db, rows) {
    const to = await accountsWith(db, closeReconDay.permission)
    await notifyAbout(
      db,
      RECON_MESSAGES.statementMissing,
      aboutDay,
      rows.map((row: Day) => ({ row, to, more: { why: row.fetchNote ?? '—' } })),
    )
  },
})
export const statementAlarm = missing
export default [scheduledJob('fee.reconDays', '开始前一天的对账', '10 0,6,10 * * *', openDays), deadlines('fee.statementAlarm', '对账单没有取到时告警', '*/10 * * * *', [missing])]
