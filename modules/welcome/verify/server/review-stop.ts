import sql from 'sql-template-tag'
import { reviewStops } from '#modules/admission/server/api.ts'

/** 30-WV3: the initial review is a required step on site, and stops like the others while the verification has failed. */
export default reviewStops.make({
  name: 'welcome.verify',
  async of(db, studentIds) {
    const rows = await db.query<{ id: string }>(sql`select distinct v.student_id as id from id_verification v
      join welcome_batch b on b.tenant_id = v.tenant_id and b.id = v.batch_id and b.state in ('published', 'paused', 'closed')
      where v.tenant_id = ${db.me.tenantId} and v.student_id = any(${[...studentIds]}::uuid[]) and v.result = 'fail'`)
    return new Map(rows.map(r => [r.id, { text: '身份核验不通过', values: {} }]))
  },
})
