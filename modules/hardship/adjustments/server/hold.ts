import sql from 'sql-template-tag'
import { payoutHold } from '#modules/money/server/api.ts'

/** 40-D12: aid that rests on a level which was ended for a false statement is not paid out, in the year of that level. */
export default payoutHold('hardship.falseStatement', async (db, lines) => {
  const held = await db.query<{ id: string }>(sql`select x.id from payout_line x join payout_list y on y.tenant_id = x.tenant_id and y.id = x.list_id
    where x.tenant_id = ${db.me.tenantId} and x.id = any(${lines.map(l => l.id)}::uuid[]) and y.source in ('subsidy', 'award')
      and exists (select from aid_level_span s where s.tenant_id = x.tenant_id and s.student_id = x.student_id and s.end_cause = 'falseStatement' and s."to" >= y.biz_date - 365)`)
  return new Map(held.map(h => [h.id, '困难认定不实申报，等待处理']))
})
