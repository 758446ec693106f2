import sql from 'sql-template-tag'
import type { Db } from '../context.ts'

/** Actor for the school's log; by name, because platform accounts do not exist in the school. */
export interface By {
  name: string
  ip: string
  traceId: string
}
/** Records a platform action in the school's own log. */
export const note = (db: Db, action: string, detail: Record<string, unknown>, by: By): Promise<unknown> =>
  db.query(sql`insert into audit_log (tenant_id, action, biz_type, biz_id, detail, ip, trace_id)
    values (${db.me.tenantId}, ${action}, 'tenant', ${db.me.tenantId}, ${JSON.stringify({ by: by.name, ...detail })}, ${by.ip || null}, ${by.traceId || null})`)
