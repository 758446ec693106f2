import sql from 'sql-template-tag'
import { testMoney } from '../../bills/server/api.ts'

/** 40-F19: what test orders paid on lines or into credit, and what was taken back of it. */
export default testMoney.make({
  entries: db => sql`(select e.id, e.account_id, e.amount from pay_order o join ledger_entry e on e.tenant_id = o.tenant_id and e.kind in ('pay', 'creditIn', 'refund')
      and (e.source_type = 'payOrder' and e.source_id = o.id::text
        or e.source_type = 'refundOrder' and e.source_id in (select r.id::text from refund_order r where r.tenant_id = o.tenant_id and r.order_id = o.id))
    where o.tenant_id = ${db.me.tenantId} and o.is_test and o.received > 0)`,
})
