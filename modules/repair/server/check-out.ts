import sql from 'sql-template-tag'
import { checkOutPoint } from '#modules/dormitory/server/api.ts'

/** 20-DR4: costs a leaving student has been asked to bear and has not answered about, or that are in dispute. */
export default checkOutPoint({
  code: 'repair',
  async open(db, leaving) {
    const rows = await db.query<{ stayId: string; orderNo: string; amount: number }>(sql`select x."stayId", o.order_no as "orderNo", o.cost_total as amount
      from jsonb_to_recordset(${JSON.stringify(leaving)}::jsonb) x("stayId" uuid, "roomId" uuid) join dorm_stay s on s.tenant_id = ${db.me.tenantId} and s.id = x."stayId"
        join student_account a on a.tenant_id = s.tenant_id and a.student_id = s.student_id join repair_order o on o.tenant_id = a.tenant_id and o.applicant_id = a.user_id
      where o.charge_state in ('asked', 'disputed')`)
    return new Map(
      [...Map.groupBy(rows, r => r.stayId)].map(([id, of]) => [id, of.map(({ orderNo, amount }) => ({ code: 'repair', label: '维修费用未定', note: orderNo, amount }))]),
    )
  },
})
