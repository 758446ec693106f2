import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { deadlines, inTurn, whenDue } from '#server/deadlines/deadlines.ts'
import { dropFiles } from '#server/files/attachments.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { settingsOf } from '../../flows/server/api.ts'
import { type HandlerRole, publicNotice, publicNoticeLine } from '../model/notice.ts'
import { NOTICE_MESSAGES } from '../model/notice-messages.ts'
import { objection } from '../model/objection.ts'
import { deskOf } from './handlers.ts'
import { tellNoticed } from './publish.ts'

const begin = whenDue(publicNotice, {
  when: `t.state = 'scheduled'`,
  at: 'beginAt',
  set: { state: 'running' },
  act: (db, rows) =>
    tellNoticed(
      db,
      rows.map(n => n.id),
    ),
})
/** Lines without open objections are cleared, and the owner of the round is told. */
const end = whenDue(publicNotice, {
  when: `t.state = 'running'`,
  at: 'endAt',
  set: now => ({ state: 'ended' as const, endedAt: now }),
  async act(db, rows) {
    // follows from the end, which stands in the notice's own history
    await db.updateWhere(publicNoticeLine, { noticeId: rows.map(n => n.id), state: 'shown' }, { state: 'cleared' }, { history: false })
    await db.emitMany(
      'publicNotice.ended',
      rows.map(({ id, roundId }) => ({ noticeId: id, roundId })),
    )
  },
})
/** Opens due notices and ends expired ones. Readers' access follows the clock, not this job. */
export const followNotices = inTurn(begin, end)
/** Retention: long after the end, shown values, objectors and their files are erased (40-N2, N3); the conclusion stays. */
export async function forgetNotices(db: Db, now = new Date()): Promise<number> {
  const days = (await settingsOf(db))['publicNotice.keepDays']
  const before = new Date(now.getTime() - days * DAY_MS).toISOString()
  return db.tx(async tx => {
    const isOver = sql`t.state in ('ended', 'stopped') and t.forgotten_at is null and t.end_at < ${before}
      and not exists (select from objection o where o.tenant_id = t.tenant_id and o.notice_id = t.id and o.state = 'open')`
    const gone = await tx.updateWhere(publicNotice, isOver, { forgottenAt: now.toISOString() }, { history: false })
    if (!gone.length) return 0
    const noticeId = gone.map(n => n.id)
    // no history: it would keep the erased values
    await tx.updateWhere(publicNoticeLine, { noticeId }, { shown: {} }, { history: false })
    const emptied = await tx.updateWhere(objection, { noticeId }, { claimantId: null, contact: null, files: null }, { history: false })
    await dropFiles(
      tx,
      objection,
      emptied.map(o => o.id),
    )
    return gone.length
  })
}
/** Reminds handlers on the due date of an answer and each morning after it (40-N3). */
export async function remindObjections(db: Db, day = today()): Promise<number> {
  const late = await db.query<{
    id: string
    title: string
    dueOn: string
    role: HandlerRole
    to: string[]
  }>(sql`select o.id, n.title, o.handler_role as role, o.due_on::text as "dueOn", array_agg(t.user_id) as to
    from objection o join public_notice n on n.tenant_id = o.tenant_id and n.id = o.notice_id
    join todo t on t.tenant_id = o.tenant_id and t.biz_type = 'objection' and t.biz_id = o.id::text and t.state = 'open'
    where o.tenant_id = ${db.me.tenantId} and o.state = 'open' and o.due_on <= ${day} group by o.id, n.title, o.due_on, o.handler_role`)
  const told = late.map(({ id, title, dueOn, role, to }) => ({
    to,
    values: { title, dueOn },
    bizType: 'objection',
    bizId: id,
    link: deskOf(role, id),
    mobileLink: deskOf(role, id),
  }))
  await notifyEach(db, NOTICE_MESSAGES.objectionDue, told)
  return late.length
}
export default [
  scheduledJob('workflow.objectionsDue', '提醒答复异议', '10 8 * * *', db => remindObjections(db)),
  deadlines('workflow.notices', '公示开始和结束', '*/5 * * * *', [followNotices]),
  scheduledJob('workflow.forgetNotices', '清除过期公示内容', '40 3 * * *', db => forgetNotices(db)),
]
