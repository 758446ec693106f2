import sql from 'sql-template-tag'
import { readinessCheck } from '#server/tenants/readiness.ts'

export default readinessCheck('tenancy.licence', '软件授权', '/tenancy/licence', async db => {
  const rows = await db.query(sql`select 1 from tenant where id = ${db.me.tenantId} and licence_id is not null`)
  return rows.length ? { share: 1 } : { share: 0, text: '软件还没有注册' }
})
