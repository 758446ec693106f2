import sql from 'sql-template-tag'
import { daysBetween } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { CASE_MESSAGES } from '../model/messages.ts'
import { punishment } from '../model/punishment.ts'
import { askToSubmit } from './notice.ts'
import { aboutPunishment, changePunishment } from './notify.ts'
import { partyOf } from './rows.ts'

const MOST = 500
/** 50-PN2: who said nothing until the last day was heard all the same. Whoever hands something in at this moment is not overtaken. */
export async function lapseDefences(db: Db, on = today()): Promise<number> {
  const due = await db.query<{ id: string }>(sql`select id from punishment where tenant_id = ${db.me.tenantId} and state = 'noticed' and defence_due_on < ${on}::date
    order by defence_due_on, id limit ${MOST} for update skip locked`)
  for (const { id } of due) await askToSubmit(db, await changePunishment(db, id, { state: 'defenceClosed', defenceKind: 'lapsed', dueOn: null }), 'lapsed')
  return due.length
}
/** Three days and one day before a clock of the student ends, each once. */
export async function remindDue(db: Db, on = today()): Promise<number> {
  const due = await db.query<{ id: string; mark: string }>(sql`select id, state || ':' || case when due_on - ${on}::date <= 1 then '1' else '3' end as mark from punishment
    where tenant_id = ${db.me.tenantId} and state in ('noticed', 'served', 'inForce') and due_on between ${on}::date and ${on}::date + 3
      and told is distinct from state || ':' || case when due_on - ${on}::date <= 1 then '1' else '3' end order by due_on, id limit ${MOST} for update skip locked`)
  for (const { id, mark } of due) {
    const row = await db.update(punishment, id, { told: mark })
    const event = row.state === 'noticed' ? CASE_MESSAGES.defenceSoon : CASE_MESSAGES.appealSoon
    await notifyAbout(db, event, aboutPunishment, [{ row, who: await partyOf(db, row), more: { days: daysBetween(on, row.dueOn ?? on) } }])
  }
  return due.length
}
export default [
  scheduledJob('discipline.defences', '申辩期满', '5 0 * * *', db => lapseDefences(db)),
  scheduledJob('discipline.reminders', '处分期限提醒', '0 8 * * *', db => remindDue(db)),
]
