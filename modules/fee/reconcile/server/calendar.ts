import sql from 'sql-template-tag'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { merchantAccount } from '../../merchants/model/merchant-account.ts'
import { FAILURES } from '../../orders/model/notify-log.ts'
import { reconCalendar, reconMorning } from '../model/actions.ts'
import { reconDay } from '../model/recon-day.ts'

type Cells = OutputOf<typeof reconCalendar>['days']
const EXPIRY_DAYS = 30
/** Days of all accounts from one to another, as the calendar shows them. */
async function cellsOf(db: Db, from: string, to: string): Promise<Cells> {
  const days = await db.visible(reconDay).all({ 'bizDate.ge': from, 'bizDate.le': to }, { sort: ['bizDate'], limit: 2000 })
  const nameOf = await accountNamer(
    db,
    days.map(d => d.closedBy),
  )
  return days.map(d => ({
    ...{ id: d.id, merchantId: d.merchantId, bizDate: d.bizDate, state: d.state, diffCount: d.diffCount, isTest: d.isTest, source: d.source },
    ...{ ourCount: d.ourCount, ourSum: d.ourSum, theirCount: d.theirCount, theirSum: d.theirSum, feeSum: d.feeSum, fetchNote: d.fetchNote },
    ...{ arrivedOn: d.arrivedOn, arrivedSum: d.arrivedSum, arrivalNote: d.arrivalNote, closedAt: d.closedAt, closedByName: d.closedBy ? nameOf(d.closedBy) : null },
  }))
}
/** Accounts that take money, or had some in these days. */
async function merchantsOf(db: Db, cells: Cells) {
  const had = new Set(cells.map(c => c.merchantId))
  return [...(await db.cached(merchantAccount)).values()].flatMap(({ id, name, provider, isEnabled }) => (isEnabled || had.has(id) ? [{ id, name, provider }] : []))
}
const calendar = handle(reconCalendar, async ({ db }, { month }) => {
  const from = `${month}-01`
  const days = await cellsOf(db, from, addDays(addDays(from, 31), -Number(addDays(from, 31).slice(8))))
  return { merchants: await merchantsOf(db, days), days }
})
interface Counts {
  older: number
  openDiffs: number
  toCheck: number
  refundsWaiting: number
  refundsAbnormal: number
  notArrived: number
}
/** What waits for finance. Money of a test account arrives at no bank. */
async function countsOf(db: Db, day: string): Promise<Counts> {
  const [row] = await db.query<Counts>(sql`select
      (select count(*)::int from recon_day where tenant_id = ${db.me.tenantId} and biz_date < ${day}::date and state <> 'closed') as older,
      (select count(*)::int from recon_diff where tenant_id = ${db.me.tenantId} and state = 'open') as "openDiffs",
      (select count(*)::int from recon_diff where tenant_id = ${db.me.tenantId} and state = 'proposed') as "toCheck",
      (select count(*)::int from refund_order where tenant_id = ${db.me.tenantId} and state = 'pending') as "refundsWaiting",
      (select count(*)::int from refund_order where tenant_id = ${db.me.tenantId} and state = 'abnormal') as "refundsAbnormal",
      (select count(*)::int from recon_day where tenant_id = ${db.me.tenantId} and state = 'closed' and not is_test and their_sum <> fee_sum and arrived_on is null) as "notArrived"`)
  return row as Counts
}
const failuresOf = (db: Db, day: string) =>
  db.query<{ merchantId: string; merchant: string; count: number }>(sql`select m.id as "merchantId", m.name as merchant, count(*)::int as count
    from notify_log n join merchant_account m on m.tenant_id = n.tenant_id and m.id = n.merchant_id
    where n.tenant_id = ${db.me.tenantId} and n.received_at >= (${day}::date at time zone 'Asia/Shanghai') and n.outcome = any(${[...FAILURES]}::text[]) group by 1, 2 order by 3 desc`)
const morning = handle(reconMorning, async ({ db }) => {
  const day = addDays(today(), -1)
  const days = await cellsOf(db, day, day)
  const near = await db.unscoped(merchantAccount).all({ isEnabled: true, 'keyExpiresOn.le': addDays(today(), EXPIRY_DAYS) }, { sort: ['keyExpiresOn'] }) // as above
  const keys = near.map(({ id, name, keyExpiresOn }) => ({ merchantId: id, merchant: name, expiresOn: keyExpiresOn ?? '' }))
  return { day, days, merchants: await merchantsOf(db, days), keys, failures: await failuresOf(db, day), ...(await countsOf(db, day)) }
})
export default [calendar, morning]
