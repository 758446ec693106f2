import sql from 'sql-template-tag'
import type { Phrase } from '#model'
import { addDays, daysBetween } from '#model/days.ts'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { LOG_MESSAGES } from '../model/messages.ts'
import { WORK_KINDS, workLog } from '../model/work-log.ts'
import { workQuota } from '../model/work-quota.ts'
import { periodsOf } from './periods.ts'
import { progressOf } from './quota-counts.ts'

const NAMED = 10
const link = '/counsellor/work'
/** Authors are told once on the day of a follow-up, of all that are due together. */
export async function tellFollowUps(db: Db): Promise<number> {
  const due = await db.updateWhere(
    workLog,
    sql`t.follow_up_on <= ${today()}::date and t.followed_up_on is null and not t.is_follow_up_told and t.state in ('submitted', 'commented')`,
    { isFollowUpTold: true },
    { bookkeeping: true, returning: ['authorId', 'people'] },
  )
  const accounts = await accountsOfTeachers(
    db,
    due.map(d => d.authorId),
  )
  await notifyEach(
    db,
    LOG_MESSAGES.followUp,
    [...Map.groupBy(due, d => d.authorId)].flatMap(([authorId, own]) => {
      const to = accounts.get(authorId)
      const names = firstOf(
        own.map(d => d.people ?? '—'),
        NAMED,
      )
      return to ? [{ to: [to], values: { count: own.length, names }, link, mobileLink: link }] : []
    }),
  )
  return due.length
}
/** Once half of a period has passed, counsellors who have done less than half of what it asks are told, once for each quota and period. */
export async function tellGaps(db: Db, day = today()): Promise<number> {
  const periods = await periodsOf(db)
  const quotas = (await db.unscoped(workQuota).all()) // the same for everybody
    .map(q => ({ ...q, ...periods[q.period] }))
    .filter(q => q.toldFor !== q.from && day >= addDays(q.from, Math.ceil(daysBetween(q.from, q.until) / 2)))
  if (!quotas.length) return 0
  await db.updateMany(
    workQuota,
    quotas.map(({ id, from }) => ({ id, toldFor: from })),
    { bookkeeping: true },
  )
  const onDuty = await db.query<{ id: string }>(
    sql`select teacher_id as id from counsellor_file where tenant_id = ${db.me.tenantId} and on_duty_from <= ${day}::date and (on_duty_to is null or on_duty_to > ${day}::date)`,
  )
  const ids = onDuty.map(f => f.id)
  const [progress, accounts] = [await progressOf(db, quotas, ids), await accountsOfTeachers(db, ids)]
  const told = ids.flatMap(teacherId => {
    const gaps: Phrase[] = quotas.flatMap(quota => {
      const { asked, done } = progress(teacherId, quota)
      return done * 2 < asked ? [{ text: '{kind}还差 {n}', values: { kind: { text: WORK_KINDS[quota.kind] }, n: asked - done } }] : []
    })
    const to = accounts.get(teacherId)
    return to && gaps.length ? [{ to: [to], values: { count: gaps.length, names: firstOf(gaps, NAMED) }, link, mobileLink: link }] : []
  })
  await notifyEach(db, LOG_MESSAGES.gap, told)
  return told.length
}
export default [scheduledJob('counsellor.followUps', '提醒回访', '30 7 * * *', tellFollowUps), scheduledJob('counsellor.gaps', '提醒工作定额', '40 7 * * *', db => tellGaps(db))]
