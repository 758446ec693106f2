import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications.ts'
import { today } from '#server/today.ts'
import { NOTICE_MESSAGES } from '../model/notice-messages.ts'
import { PARAMETERS } from '../model/parameters.ts'
import { tellNoticed } from './notices/publish.ts'
import { DESK } from './notices/raise-objection.ts'

/** Notices whose moment has come begin, those that have stood their time end: what nothing is open against is cleared, and the owner of the round hears of it. Readers went by the clock all along. */
export async function followNotices(db: Db, now = new Date()): Promise<number> {
  return db.tx(async tx => {
    const { tenantId } = tx.me
    const at = now.toISOString()
    const begun = await tx.query<{ id: string }>(
      sql`update public_notice set state = 'running', version = version + 1, updated_at = now() where tenant_id = ${tenantId} and state = 'scheduled' and begin_at <= ${at} returning id`,
    )
    if (begun.length)
      await tellNoticed(
        tx,
        begun.map(n => n.id),
      )
    const over = await tx.query<{ noticeId: string; roundId: string }>(sql`
      with due as (select id from public_notice where tenant_id = ${tenantId} and state = 'running' and end_at <= ${at} order by id for update)
      update public_notice n set state = 'ended', ended_at = ${at}, version = n.version + 1, updated_at = now() from due
      where n.tenant_id = ${tenantId} and n.id = due.id returning n.id as "noticeId", n.round_id as "roundId"`)
    if (over.length)
      await tx.query(sql`update public_notice_line set state = 'cleared', version = version + 1, updated_at = now()
        where tenant_id = ${tenantId} and notice_id = any(${over.map(n => n.noticeId)}::uuid[]) and state = 'shown'`)
    await tx.emitMany('publicNotice.ended', over)
    return begun.length + over.length
  })
}
/** Long after the end nobody needs to know any more what was shown, who objected, and with what papers (40-N2, N3): the conclusion stays. */
export async function forgetNotices(db: Db, now = new Date()): Promise<number> {
  const days = Number((await db.params('workflow'))['publicNotice.keepDays'] ?? PARAMETERS['publicNotice.keepDays'].initial)
  const before = new Date(now.getTime() - days * 86_400_000).toISOString()
  return db.tx(async tx => {
    const { tenantId } = tx.me
    const gone = await tx.query<{ id: string }>(sql`update public_notice n set forgotten_at = ${now.toISOString()}, version = n.version + 1, updated_at = now()
      where n.tenant_id = ${tenantId} and n.state in ('ended', 'stopped') and n.forgotten_at is null and n.end_at < ${before}
        and not exists (select from objection o where o.tenant_id = n.tenant_id and o.notice_id = n.id and o.state = 'open') returning n.id`)
    if (!gone.length) return 0
    const ids = gone.map(n => n.id)
    await tx.query(sql`update public_notice_line set shown = '{}', version = version + 1, updated_at = now() where tenant_id = ${tenantId} and notice_id = any(${ids}::uuid[])`)
    await tx.query(sql`update attachment set expires_at = now() where tenant_id = ${tenantId} and biz_type = 'objection'
      and biz_id::text in (select id::text from objection where tenant_id = ${tenantId} and notice_id = any(${ids}::uuid[]))`)
    await tx.query(
      sql`update objection set claimant_id = null, contact = null, files = null, version = version + 1, updated_at = now() where tenant_id = ${tenantId} and notice_id = any(${ids}::uuid[])`,
    )
    return gone.length
  })
}
/** On the day an answer is due, and each morning after it, those who have it before them are reminded (40-N3). */
export async function remindObjections(db: Db, day = today()): Promise<number> {
  const late = await db.query<{ id: string; title: string; dueOn: string; to: string[] }>(sql`select o.id, n.title, o.due_on::text as "dueOn", array_agg(t.user_id) as to
    from objection o join public_notice n on n.tenant_id = o.tenant_id and n.id = o.notice_id
    join todo t on t.tenant_id = o.tenant_id and t.biz_type = 'objection' and t.biz_id = o.id::text and t.state = 'open'
    where o.tenant_id = ${db.me.tenantId} and o.state = 'open' and o.due_on <= ${day} group by o.id, n.title, o.due_on`)
  const told = late.map(({ id, title, dueOn, to }) => ({ to, values: { title, dueOn }, bizType: 'objection', bizId: id, link: `${DESK}&id=${id}`, mobileLink: `${DESK}&id=${id}` }))
  await notifyEach(db, NOTICE_MESSAGES.objectionDue, told)
  return late.length
}
export default [
  scheduledJob('workflow.objectionsDue', '提醒答复异议', '10 8 * * *', db => remindObjections(db)),
  scheduledJob('workflow.notices', '公示开始和结束', '*/5 * * * *', db => followNotices(db)),
  scheduledJob('workflow.forgetNotices', '清除过期公示内容', '40 3 * * *', db => forgetNotices(db)),
]
