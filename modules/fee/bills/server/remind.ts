import sql, { empty, type Sql } from 'sql-template-tag'
import type { MessageEvent } from '#model'
import { DAY_MS } from '#model/days.ts'
import { yuanText } from '#model/money.ts'
import { reminderMarks } from '#model/reminder-marks.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, onMany } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { remindArrears } from '../model/actions.ts'
import { billLine } from '../model/bill-line.ts'
import { BILL_MESSAGES } from '../model/messages.ts'
import { arrears, dueBy } from './arrears.ts'
import { settingsOf } from './settings.ts'

const LINK = '/fee/mine'
interface Owing {
  id: string
  item: string
  xn: string
  owed: number
  dueDate: string
  userId: string
}
/** Lines of students with an account, with what they owe now. */
const linesOf = (db: Db, where: Sql, { owed = sql`l.owed`, on = sql`l.due_date`, by = empty } = {}): Promise<Owing[]> =>
  db.query<Owing>(sql`select l.id, i.name as item, l.xn, (${owed})::float8 as owed, ${on}::text as "dueDate", u.user_id as "userId" from bill_line l ${by}
    join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id join student_account u on u.tenant_id = l.tenant_id and u.student_id = l.student_id
    where l.tenant_id = ${db.me.tenantId} and l.owed > 0 and ${where}`)
const tell = (db: Db, event: MessageEvent, lines: readonly Owing[]): Promise<unknown> =>
  notifyEach(
    db,
    event,
    lines.map(({ id, userId, owed, ...values }) => ({ to: [userId], values: { ...values, owed: yuanText(owed) }, bizType: 'billLine', bizId: id, link: LINK, mobileLink: LINK })),
  )
/** One message for all that one person is billed of a year at once: the items, their sum, and the first due date. */
const together = (lines: readonly Owing[]): Owing[] =>
  [...Map.groupBy(lines, l => `${l.userId} ${l.xn}`).values()].map(of => ({
    ...(of[0] as Owing),
    item: of.map(l => l.item).join('、'),
    owed: of.reduce((sum, l) => sum + l.owed, 0),
    dueDate: of.map(l => l.dueDate).sort()[0] as string,
  }))
const byHand = handle(remindArrears, async ({ db }, { ids: given }) => {
  const ids = [...new Set(given.flatMap(id => id ?? []))]
  if ((await db.visible(billLine).count({ id: ids })) < ids.length) throw notFound()
  const late = (await linesOf(db, sql`l.id = any(${ids}::uuid[])`, { owed: arrears(today()) })).filter(l => l.owed > 0)
  await tell(db, BILL_MESSAGES.overdue, late)
  return { told: late.length, skipped: ids.length - late.length }
})
/** 40-F15: of a line `l`, the days on which something is due and how much by then: its due date, or those of an instalment plan. */
const DUE = sql`cross join lateral (select day, ${dueBy(sql`day`)} as sum from (select l.due_date as day where l.instalments is null
  union all select (p->>'date')::date from jsonb_array_elements(l.instalments) p) days) due`
/** Reminds of lines and parts that are due in as many days as the school has set; once a day, whatever runs again. */
export async function remindDue(db: Db): Promise<number> {
  const marks = reminderMarks((await settingsOf(db)).remindDays)
  const lines = await linesOf(
    db,
    sql`due.day between ${today()}::date and ${today()}::date + ${Math.max(0, ...marks)}::int and due.sum > 0 and l.closed_at is null
    and (l.defer_until is null or l.defer_until < due.day)`,
    { owed: sql`due.sum`, on: sql`due.day`, by: DUE },
  )
  const near = lines.filter(l => marks.includes(daysBetween(today(), l.dueDate)))
  const marked = await db.updateWhere(
    billLine,
    sql`t.id = any(${near.map(l => l.id)}::uuid[]) and t.reminded_on is distinct from ${today()}::date`,
    { remindedOn: today() },
    { bookkeeping: true },
  )
  const due = new Set(marked.map(row => row.id))
  await tell(
    db,
    BILL_MESSAGES.due,
    near.filter(l => due.has(l.id)),
  )
  return due.size
}
/** 40-F15: a deferral ends by itself; its student is told once. */
const ended = whenDue(billLine, {
  when: `t.defer_until is not null and t.owed > 0`,
  at: 'deferUntil',
  before: -DAY_MS, // the day itself is deferred, too
  set: { deferUntil: null },
  async act(db, rows) {
    const ids = rows.map(r => r.id)
    await tell(db, BILL_MESSAGES.deferralEnded, await linesOf(db, sql`l.id = any(${ids}::uuid[])`))
    for (const { studentId, id } of rows) if (studentId) await db.emit('fee.deferralChanged', { studentId, lineIds: [id], until: null })
  },
})
export default [
  byHand,
  scheduledJob('fee.reminders', '提醒缴费', '15 9 * * *', remindDue),
  deadlines('fee.deferrals', '缓缴到期', '20 0 * * *', [ended]),
  onMany('fee.billIssued', 'tellBillIssued', async ({ db }, payloads) => {
    const ids = payloads.flatMap(({ lineIds }) => lineIds as string[])
    await tell(db, BILL_MESSAGES.issued, together(await linesOf(db, sql`l.id = any(${ids}::uuid[])`)))
  }),
]
