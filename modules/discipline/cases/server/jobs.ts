import sql from 'sql-template-tag'
import { daysBetween } from '#modules/campus/model/days.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { CASE_MESSAGES } from '../model/messages.ts'
import { punishment } from '../model/punishment.ts'
import { askToSubmit } from './notice.ts'
import { aboutPunishment, changePunishment } from './notify.ts'

const MOST = 500
/** 50-PN2: who said nothing until the last day was heard all the same. Whoever hands something in at this moment is not overtaken. */
export async function lapseDefences(db: Db, on = today()): Promise<number> {
  const due = await db.query<{ id: string }>(sql`select id from punishment where tenant_id = ${db.me.tenantId} and state = 'noticed' and defence_due_on < ${on}::date
    order by defence_due_on, id limit ${MOST} for update skip locked`)
  for (const { id } of due) await askToSubmit(db, await changePunishment(db, id, { state: 'defenceClosed', defenceKind: 'lapsed', dueOn: null }), 'lapsed')
  return due.length
}
/** Three days and one day before a clock of the student ends, each once: `told` keeps the last one. */
export async function remindDue(db: Db, on = today()): Promise<number> {
  const due = await db.query<{ id: string; told: string }>(sql`select p.id, m.mark as told from punishment p
    cross join lateral (select p.state || ':' || case when p.due_on - ${on}::date <= 1 then '1' else '3' end as mark) m
    where p.tenant_id = ${db.me.tenantId} and p.state in ('noticed', 'served', 'inForce') and p.due_on between ${on}::date and ${on}::date + 3 and p.told is distinct from m.mark
    order by p.due_on, p.id limit ${MOST} for update of p skip locked`)
  if (!due.length) return 0
  await db.updateMany(punishment, due, { bookkeeping: true })
  const people = await withStudents(db, await db.unscoped(punishment).all({ id: due.map(d => d.id) })) // the clock acts on all rows
  for (const [event, of] of Map.groupBy(people, ({ row }) => (row.state === 'noticed' ? CASE_MESSAGES.defenceSoon : CASE_MESSAGES.appealSoon)))
    await notifyAbout(
      db,
      event,
      aboutPunishment,
      of.map(one => ({ ...one, more: { days: daysBetween(on, one.row.dueOn ?? on) } })),
    )
  return due.length
}
export default [
  scheduledJob('discipline.defences', '申辩期满', '5 0 * * *', db => lapseDefences(db)),
  scheduledJob('discipline.reminders', '处分期限提醒', '0 8 * * *', db => remindDue(db)),
]
