import sql from 'sql-template-tag'
import { yuanText } from '#model/money.ts'
import { reminderMarks } from '#model/reminder-marks.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { remindArrears } from '../model/actions.ts'
import { lodgingCharge } from '../model/lodging-charge.ts'
import { ARREARS_MESSAGES } from '../model/messages.ts'
import { isRemindedOn } from '../model/remind.ts'
import { settingsOf } from './settings.ts'

const LINK = '/dormitory/bills'
interface Owing {
  id: string
  xn: string
  owed: number
  dueOn: string
  userId: string
}
/** Open charges according to the ledger; deferred ones are excluded (20-DF3). */
const owingOf = (db: Db, ids: readonly string[] | null): Promise<Owing[]> =>
  db.query<Owing>(sql`select c.id, c.xn, c.owed::float8 as owed, c.due_on::text as "dueOn", u.user_id as "userId" from lodging_charge c
    join student_account u on u.tenant_id = c.tenant_id and u.student_id = c.student_id
    where c.tenant_id = ${db.me.tenantId} and c.bill_line_id is not null and c.owed > 0 and c.reminded_on is distinct from ${today()}::date and (${ids ? [...ids] : null}::uuid[] is null or c.id = any(${ids ? [...ids] : null}::uuid[]))`)
async function remind(db: Db, owing: readonly Owing[]): Promise<number> {
  const ids = owing.map(o => o.id)
  await db.updateWhere(lodgingCharge, { id: ids }, { remindedOn: today() }, { bookkeeping: true })
  for (const [event, those] of Map.groupBy(owing, o => (o.dueOn < today() ? ARREARS_MESSAGES.lodgingOverdue : ARREARS_MESSAGES.lodgingDue)))
    await notifyEach(
      db,
      event,
      those.map(o => ({ to: [o.userId], values: { xn: o.xn, owed: yuanText(o.owed), dueOn: o.dueOn }, bizType: 'lodgingCharge', bizId: o.id, link: LINK, mobileLink: LINK })),
    )
  return owing.length
}
/** 20-DF4: at marks before the due date and at intervals afterwards, to each student individually. */
export async function remindDue(db: Db): Promise<number> {
  const settings = await settingsOf(db)
  const rule = { before: reminderMarks(settings.arrearsRemindDays), every: settings.arrearsRemindEvery }
  const days = (await db.query<{ dueOn: string }>(sql`select distinct due_on::text as "dueOn" from lodging_charge where tenant_id = ${db.me.tenantId} and owed > 0`)).filter(d =>
    isRemindedOn(today(), d.dueOn, rule),
  )
  if (!days.length) return 0
  return remind(
    db,
    (await owingOf(db, null)).filter(o => days.some(d => d.dueOn === o.dueOn)),
  )
}
const byHand = handle(remindArrears, async ({ db, refuse }, { ids: given }) => {
  const ids = [...new Set(given)]
  const rows = await db.visible(lodgingCharge).all({ id: ids })
  if (rows.length < ids.length) throw notFound()
  if (rows.every(r => !r.billLineId)) refuse('noLedger')
  const told = await remind(db, await owingOf(db, ids))
  return { told, skipped: ids.length - told }
})
export default [byHand, scheduledJob('dormitory.lodgingReminders', '提醒缴住宿费', '30 9 * * *', db => remindDue(db))]
