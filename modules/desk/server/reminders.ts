import sql from 'sql-template-tag'
import type { Wording } from '#model'
import { schoolClock, schoolDate, schoolInstant, schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { dailyDigest, scheduleSoon } from '../model/messages.ts'
import { occurrences, repeatOf } from '../model/repeat.ts'
import { scheduleEvent } from '../model/schedule.ts'
import { DUE } from './chosen-todos.ts'

interface Due {
  id: string
  userId: string
  title: string
  place: string | null
  begin: string
  remindMinutes: number
  remindedAt: string | null
  repeatRule: string | null
}
/** Sends reminders some minutes before an appointment, once per occurrence. */
export async function remindSoon(db: Db, now = Date.now()): Promise<number> {
  const rows =
    await db.query<Due>(sql`select id, user_id as "userId", title, place, "begin", remind_minutes as "remindMinutes", reminded_at as "remindedAt", repeat_rule as "repeatRule" from schedule_event
    where tenant_id = ${db.me.tenantId} and remind_minutes is not null and "begin" < now() + interval '8 days' and (repeat_rule is not null or "begin" > now() - interval '1 hour') for update skip locked`)
  const soon = rows.flatMap(row => {
    const begin = nextBegin(row, now)
    if (begin === undefined) return []
    const from = begin - row.remindMinutes * 60_000
    return from > now || (row.remindedAt && Date.parse(row.remindedAt) >= from) ? [] : [{ ...row, time: schoolTimeText(new Date(begin).toISOString()) }]
  })
  if (!soon.length) return 0
  await notifyEach(
    db,
    scheduleSoon,
    soon.map(({ id, userId, title, time, place }) => ({
      to: [userId],
      values: { title, time, place: place ?? '—' },
      bizType: 'scheduleEvent',
      bizId: id,
      link: '/personal/userschedule',
    })),
  )
  await db.updateWhere(scheduleEvent, { id: soon.map(s => s.id) }, { remindedAt: sql`now()` }, { bookkeeping: true })
  return soon.length
}
/** Next start; one up to five minutes ago still counts. */
function nextBegin(row: Due, now: number): number | undefined {
  const day = schoolDate(new Date(now).toISOString())
  const repeat = row.repeatRule ? repeatOf(row.repeatRule) : undefined
  const dates = repeat ? occurrences(schoolDate(row.begin), repeat, day, addDays(day, 8)) : [schoolDate(row.begin)]
  return dates.map(d => Date.parse(schoolInstant(d, schoolClock(row.begin)))).find(begin => begin >= now - 300_000)
}
interface Digest {
  userId: string
  due: number
  overdue: number
  open: number
  /** Its title, translated per reader. */
  oldest: Wording
}
/** Morning digest for staff: due today, overdue, longest waiting. Empty digests are not sent. */
export const digestsOf = (db: Db): Promise<Digest[]> =>
  db.query<Digest>(sql`select t.user_id as "userId", count(*)::int as open, count(*) filter (where ${DUE.overdue})::int as overdue,
      count(*) filter (where ${DUE.today})::int as due, (array_agg(coalesce(t.wording->'title', to_jsonb(t.title)) order by t.arrived_at))[1] as oldest
    from todo t join active_account u on u.tenant_id = t.tenant_id and u.id = t.user_id and u.user_type = 1
    where t.tenant_id = ${db.me.tenantId} and t.state = 'open' and t.kind <> 'reminder' group by 1
    having bool_or(${DUE.overdue} or ${DUE.today}) or min(t.arrived_at) < now() - interval '2 days'`)
export async function digest(db: Db): Promise<number> {
  const rows = await digestsOf(db)
  const link = '/personal/usertodo?sort=due'
  await notifyEach(
    db,
    dailyDigest,
    rows.map(({ userId, ...values }) => ({ to: [userId], values, bizType: 'todoDigest', bizId: `${userId} ${today()}`, link, mobileLink: link })),
  )
  return rows.length
}
/** Candidates for a reminder; recurring ones qualify once per period, only their rule tells the day. */
const SOON = `select from schedule_event where tenant_id = $1 and remind_minutes is not null and (
  (repeat_rule is not null and "begin" < now() + interval '8 days')
  or ("begin" > now() - interval '1 hour' and "begin" - make_interval(mins => remind_minutes) <= now() and (reminded_at is null or reminded_at < "begin" - make_interval(mins => remind_minutes))))`
export default [
  scheduledJob('desk.scheduleReminders', '日程提醒', '*/5 * * * *', db => remindSoon(db), { due: SOON }),
  scheduledJob('desk.dailyDigest', '每日待办摘要', '30 7 * * *', digest),
]
