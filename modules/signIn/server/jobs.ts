import sql from 'sql-template-tag'
import { lackingAccounts, takeMarks } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { paramText } from '#server/data/stored-params.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { SIGN_MESSAGES } from '../model/messages.ts'
import { PARAMETERS } from '../model/parameters.ts'
import { signLine, signPhoto } from '../model/sign-line.ts'
import { closeDue, settleDue } from './close-dates.ts'
import { findFlags } from './find-flags.ts'
import { aboutOccurrence, type Named } from './labels.ts'
import { makeAhead } from './make-dates.ts'
import { expireTask, joinLate, openDue } from './open-dates.ts'
import { stillPending } from './people.ts'
import { settingsOf } from './settings.ts'

/** Reminds those who have not signed, some minutes before the end; after downtime only the last mark passed. */
export async function remindClosing(db: Db, now = Date.now()): Promise<number> {
  const open = await db.query<
    Named & { remindAt: number[] }
  >(sql`select o.id, t.name, o.opens_at as "opensAt", o.closes_at as "closesAt", t.remind_at as "remindAt" from sign_occurrence o join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
    where o.tenant_id = ${db.me.tenantId} and o.state = 'open' and t.state = 'published' and jsonb_typeof(t.remind_at) = 'array' and o.closes_at > ${new Date(now).toISOString()}`)
  let told = 0
  for (const one of open) {
    const left = (Date.parse(one.closesAt) - now) / 60_000
    if (!(await takeMarks(db, one.id, one.remindAt, left))) continue
    const people = await lackingAccounts(db, stillPending(db, one.id))
    await notifyAbout(db, SIGN_MESSAGES.closing, aboutOccurrence, [{ row: one, to: people, more: { minutes: Math.max(1, Math.round(left)) } }])
    told += people.length
  }
  return told
}
async function flagOpen(db: Db): Promise<number> {
  const open = await db.query<{ id: string }>(sql`select id from sign_occurrence where tenant_id = ${db.me.tenantId} and state = 'open'`)
  return open.length
    ? findFlags(
        db,
        open.map(o => o.id),
      )
    : 0
}
/** The job of every minute. */
export async function tick(db: Db, now = new Date()): Promise<number> {
  const moved = (await expireTask(db, now)) + (await makeAhead(db)) + (await openDue(db, now)) + (await joinLate(db))
  const told = await remindClosing(db, now.getTime())
  return moved + told + (await flagOpen(db)) + (await closeDue(db, now)) + (await settleDue(db, now))
}
/** Retention: positions and photos are erased after the configured days; the results stay. */
export async function forget(db: Db): Promise<number> {
  const { positionDays, photoDays } = await settingsOf(db)
  const isOld = sql`lat is not null and date < current_date - ${positionDays}::int`
  const spots = await db.updateWhere(signLine, isOld, { lat: null, lng: null, accuracy: null }, { bookkeeping: true })
  const photos = await db.removeWhere(signPhoto, sql`taken_at < now() - make_interval(days => ${photoDays}::int)`, { history: false })
  return spots.length + photos.length
}
/** Due work: an occurrence to open, remind, close or settle, or a task that needs further dates. */
const DUE = `select from sign_occurrence o join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id where o.tenant_id = $1 and (
    o.state = 'open' or (o.state = 'planned' and (o.closes_at <= now() or (o.opens_at <= now() and t.state = 'published')))
    or (o.state = 'closed' and o.closes_at + make_interval(hours => coalesce(t.makeup_hours, 0)) <= now()
      and not exists (select from sign_makeup m join sign_line l on l.tenant_id = m.tenant_id and l.id = m.line_id where m.tenant_id = o.tenant_id and l.occurrence_id = o.id and m.state = 'pending')))
  union all select from sign_task where tenant_id = $1 and state = 'published' and (made_until is null or made_until < current_date + ${paramText('signIn', 'aheadDays', PARAMETERS.aheadDays.initial)}::int)`
export default [
  scheduledJob('signIn.clock', '签到开始、提醒和截止', '* * * * *', db => tick(db), { due: DUE }),
  scheduledJob('signIn.forget', '清除签到位置和照片', '40 3 * * *', forget),
]
