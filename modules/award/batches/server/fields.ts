import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { awardQuota } from '../model/quota.ts'
import { awardFields } from '../model/quota-actions.ts'

interface Field {
  id: string
  batchId: string
  batch: string
  item: string
  college: string
  quota: number
  used: number
  waiting: number
  review: number
}
/** Newest batches first; drafts and archived ones are not worked on. */
export default handle(awardFields, async ({ db }) => {
  const among = db.visible(awardQuota).rows()
  return db.query<Field>(sql`select q.id, b.id as "batchId", b.name as batch, i.name as item, d.name as college, coalesce(s.issued, 0) as quota, coalesce(s.used, 0) as used,
      (select count(*)::int from award_application a where a.tenant_id = q.tenant_id and a.batch_id = q.batch_id and a.item_id = q.item_id and a.department_id = q.department_id and a.state = 'approved') as waiting,
      (select count(*)::int from award_application a where a.tenant_id = q.tenant_id and a.batch_id = q.batch_id and a.item_id = q.item_id and a.department_id = q.department_id and a.state = 'review') as review
    from ${among} q join award_batch b on b.tenant_id = q.tenant_id and b.id = q.batch_id join award_item i on i.tenant_id = q.tenant_id and i.id = q.item_id
      join department d on d.tenant_id = q.tenant_id and d.id = q.department_id
      left join seat_balance s on s.tenant_id = q.tenant_id and s.round_id = q.batch_id and s.holder = i.code || ':' || q.department_id::text
    where b.state in ('published', 'paused', 'closed') order by b.begin_time desc, i.code, d.code`)
})
