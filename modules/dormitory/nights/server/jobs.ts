import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { inNight, nightAt } from '../../places/model/night.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { NIGHT_MESSAGES } from '../model/messages.ts'
import { nightLine } from '../model/night-line.ts'
import { recountDorms } from './counts.ts'
import { sendDigests } from './digest.ts'
import { beginNights } from './dorm-nights.ts'
import { NIGHT_DUE } from './due.ts'
import { escalate } from './escalate.ts'
import { lookAgain, makeRoster } from './roster.ts'
import { settingsOf } from './settings.ts'

const iso = (now: number): string => new Date(now).toISOString()
const LINK = '/dormitory/night/mine'
/** From the evening on: creates rosters, also of buildings enabled during the night. */
export async function begin(db: Db, now = Date.now()): Promise<number> {
  const date = nightAt(iso(now))
  const { nightRosterAt } = await settingsOf(db)
  if (now < Date.parse(inNight(date, nightRosterAt))) return 0
  return makeRoster(db, date, await beginNights(db, date))
}
/** Reminds students not yet seen once, while they can still check in. */
export async function remind(db: Db, now = Date.now()): Promise<number> {
  const { nightRemindMinutes } = await settingsOf(db)
  if (!nightRemindMinutes) return 0
  const due = await db.query<{ dormId: string; nightDate: string; closesAt: string }>(sql`update dorm_night set reminded_at = ${iso(now)} where tenant_id = ${db.me.tenantId}
      and night_date = ${nightAt(iso(now))}::date and reminded_at is null and ways ? 'self' and opens_at <= ${iso(now)} and closes_at > ${iso(now)} and closes_at <= ${iso(now + nightRemindMinutes * 60_000)}
    returning dorm_id as "dormId", night_date::text as "nightDate", closes_at as "closesAt"`)
  if (!due.length) return 0
  const dorms = await db.cached(dormBuilding)
  const people = await db.query<{ id: string; dormId: string }>(sql`select u.user_id as id, l.dorm_id as "dormId" from night_line l
      join student_account u on u.tenant_id = l.tenant_id and u.student_id = l.student_id
    where l.tenant_id = ${db.me.tenantId} and l.night_date = ${nightAt(iso(now))}::date and l.dorm_id = any(${due.map(d => d.dormId)}::uuid[]) and l.result = 'pending'`)
  const byDorm = Map.groupBy(people, p => p.dormId)
  await notifyEach(
    db,
    NIGHT_MESSAGES.nightClosing,
    due.map(d => ({
      to: (byDorm.get(d.dormId) ?? []).map(p => p.id),
      values: { dorm: dorms.get(d.dormId)?.name ?? '', closesAt: schoolTimeText(d.closesAt).slice(11) },
      bizType: 'dormNight',
      bizId: `${d.nightDate} ${d.dormId}`,
      link: LINK,
      mobileLink: LINK,
    })),
  )
  return people.length
}
/** At a building's cut-off students not seen become cases; expected presence is queried again first, so that recent approvals count. */
export async function close(db: Db, now = Date.now()): Promise<number> {
  const ended = await db.query<{
    dormId: string
    nightDate: string
  }>(sql`update dorm_night set closed_at = ${iso(now)} where tenant_id = ${db.me.tenantId} and night_date >= ${addDays(nightAt(iso(now)), -1)}::date
    and closed_at is null and cut_off <= ${iso(now)} returning dorm_id as "dormId", night_date::text as "nightDate"`)
  for (const [date, those] of Map.groupBy(ended, e => e.nightDate)) {
    const dormIds = those.map(e => e.dormId)
    await lookAgain(db, date, sql`l.dorm_id = any(${dormIds}::uuid[]) and l.result in ('pending', 'excused')`, now)
    await recountDorms(db, date, dormIds)
  }
  return ended.length
}
/** The job of every minute. */
export async function tick(db: Db, now = Date.now()): Promise<number> {
  const moved = (await begin(db, now)) + (await remind(db, now)) + (await close(db, now))
  return moved + (await sendDigests(db, nightAt(iso(now)), now)) + (await escalate(db, now))
}
const FORGETTING_DAYS = 31
/** Retention: erases positions after the configured days; results stay. */
export async function forgetPositions(db: Db, now = Date.now()): Promise<number> {
  const { nightPositionDays } = await settingsOf(db)
  const last = addDays(nightAt(iso(now)), -nightPositionDays)
  const old = sql`night_date >= ${addDays(last, -FORGETTING_DAYS)}::date and night_date < ${last}::date and lat is not null`
  return (await db.updateWhere(nightLine, old, { lat: null, lng: null, accuracy: null }, { bookkeeping: true })).length
}
export default [
  scheduledJob('dormitory.nightClock', '晚点名名单、提醒、汇总和上报', '* * * * *', db => tick(db), { due: NIGHT_DUE }),
  scheduledJob('dormitory.nightForget', '清除晚点名位置', '50 3 * * *', db => forgetPositions(db)),
]
