import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { myScores } from '../model/work-actions.ts'

/** 20-R9: by day only, so that no applicant is recognised by the time. */
export default handle(myScores, async ({ db, me }) =>
  db.query(sql`select s.id, t.name as "typeName", s.mean, s.text, (s.created_at at time zone 'Asia/Shanghai')::date as day from repair_score s
      join repair_order o on o.tenant_id = s.tenant_id and o.id = s.order_id join repair_type t on t.tenant_id = o.tenant_id and t.id = o.type_id
    where s.tenant_id = ${me.tenantId} and s.repairer_id = ${me.userId} order by s.created_at desc limit 100`),
)
