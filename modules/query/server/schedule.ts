import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { nextTimes } from '#server/jobs/cron.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { savedQuery } from '../model/query.ts'
import { order } from './export-tasks.ts'

interface Due {
  id: string
  name: string
  subject: string
  spec: unknown
  cron: string
  recipients: string[]
  ownerId: string
}
/** Sends due queries to each recipient, limited to the recipient's own scope. */
export async function sendDue(db: Db): Promise<number> {
  const due = await db.query<Due>(sql`select id, name, subject, spec, cron, recipients, owner_id as "ownerId" from saved_query
    where tenant_id = ${db.me.tenantId} and next_at <= now() order by next_at limit 50 for update skip locked`)
  for (const q of due) {
    await db.updateWhere(savedQuery, { id: q.id }, { nextAt: nextTimes(q.cron, 1)[0]?.toISOString() ?? null }, { bookkeeping: true })
    for (const userId of new Set(q.recipients?.length ? q.recipients : [q.ownerId]))
      await order(db, { userId, lang: 'zh-cn', name: q.name, subject: q.subject, spec: q.spec, reason: null, queryId: q.id, isScheduled: true })
  }
  return due.length
}
export default scheduledJob('query.schedule', '定时发送查询结果', '* * * * *', sendDue, { due: `select from saved_query where tenant_id = $1 and next_at <= now()` })
